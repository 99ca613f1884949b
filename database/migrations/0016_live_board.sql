-- What the team's live board reads: since when somebody can be called, sessions by when they were asked for and paid, refunds by when
-- they were given.

alter table experts add column online_since timestamptz;
update experts set online_since = coalesce(last_seen, updated_at) where is_online and reachable;

create function expert_online_since() returns trigger language plpgsql as $$
begin
  if not (new.is_online and new.reachable) then
    new.online_since := null;
  elsif not (old.is_online and old.reachable) then
    new.online_since := now();
  end if;
  return new;
end $$;
create trigger experts_online_since before update of is_online, reachable on experts
  for each row execute function expert_online_since();

create index experts_online_since_idx on experts (online_since, id) where online_since is not null;
-- Nearly always empty: the sweeper looks into it every few seconds.
create index experts_suspended_in_session_idx on experts (user_id) where in_session and approval = 'suspended';

create index help_sessions_asked_idx on help_sessions (asked_at, id);
create index help_sessions_state_asked_idx on help_sessions (state, asked_at, id);
create index help_sessions_open_idx on help_sessions (asked_at, id)
  where state in ('ringing', 'connecting', 'live', 'interrupted', 'ended');
-- Everything that the charts add up stands in the index.
create index help_sessions_paid_idx on help_sessions (settled_at) include (billed_minutes, charged_paise, share_percent)
  where billed_minutes > 0;
create index ledger_operations_refunds_idx on ledger_operations (at) where kind = 'refund';

-- Days in Kolkata that are over, added up once: nothing is sold or given back in them any more.
create table day_figures (
  starts_at timestamptz primary key,
  calls integer not null,
  minutes integer not null,
  charged_paise bigint not null,
  fee_paise bigint not null,
  refunded_paise bigint not null,
  fee_refunded_paise bigint not null
);
revoke update, delete on day_figures from samjhao_app;
