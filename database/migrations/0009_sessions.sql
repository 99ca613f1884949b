-- Paid help: a student asks, an expert answers, they talk, and exactly the shared time is paid. The money itself is in the books,
-- under the same id. Rows are history: nobody deletes them.

create table help_sessions (
  -- Made by the browser before its first try.
  id uuid primary key,
  student_id uuid not null references profiles (id),
  -- The person; their public record has an id of its own.
  expert_id uuid not null references profiles (id),
  call_type text not null check (call_type in ('audio', 'video')),
  -- `domain/sessions/states.ts` says what may happen in which.
  state text not null default 'ringing' check (state in (
    'ringing', 'connecting', 'live', 'interrupted', 'ended', 'settled', 'declined', 'missed', 'cancelled', 'failed_to_connect')),
  -- What the student asked, and the file beside it; both leave with the account of the student.
  question text check (length(question) <= 2000),
  file_key text,
  file_name text,
  file_type text,
  -- As they were at the request.
  rate_paise_per_minute bigint not null check (rate_paise_per_minute > 0),
  share_percent integer not null check (share_percent between 0 and 100),
  asked_at timestamptz not null,
  ring_until timestamptz not null,
  answered_at timestamptz,
  connect_until timestamptz,
  connected_at timestamptz,
  ended_at timestamptz,
  settled_at timestamptz,
  end_reason text,
  decline_reason text check (length(decline_reason) <= 200),
  -- The time in which both were connected, as far as it is proved.
  live_ms bigint not null default 0 check (live_ms >= 0),
  interruptions integer not null default 0,
  interrupted_ms bigint not null default 0,
  hold_steps integer not null default 1 check (hold_steps > 0),
  held_paise bigint not null check (held_paise > 0),
  billed_minutes integer check (billed_minutes >= 0),
  charged_paise bigint check (charged_paise between 0 and held_paise),
  -- The process whose clock measures, and until when it may be silent. The database's own clock is asked.
  meter_node uuid,
  meter_until timestamptz,
  -- One more for each time that a side comes in.
  student_epoch integer not null default 0,
  expert_epoch integer not null default 0,
  constraint help_sessions_between_two check (student_id <> expert_id),
  constraint help_sessions_settled_are_billed check ((state = 'settled') = (charged_paise is not null) and (charged_paise is null) = (billed_minutes is null)),
  constraint help_sessions_answered_can_connect check ((answered_at is null) = (connect_until is null))
-- Readings are written every few seconds; with room on the page they touch no index.
) with (fillfactor = 80);
-- One at a time, for both.
create unique index help_sessions_one_open_for_expert on help_sessions (expert_id)
  where state in ('ringing', 'connecting', 'live', 'interrupted', 'ended');
create unique index help_sessions_one_open_for_student on help_sessions (student_id)
  where state in ('ringing', 'connecting', 'live', 'interrupted', 'ended');
create index help_sessions_student_idx on help_sessions (student_id, asked_at desc);
create index help_sessions_expert_idx on help_sessions (expert_id, asked_at desc);

-- What was agreed stays, and what is over stays over.
create function help_session_is_guarded() returns trigger language plpgsql as $$
begin
  if (new.id, new.student_id, new.expert_id, new.call_type, new.rate_paise_per_minute, new.share_percent, new.asked_at)
      is distinct from (old.id, old.student_id, old.expert_id, old.call_type, old.rate_paise_per_minute, old.share_percent, old.asked_at)
    or new.live_ms < old.live_ms or new.held_paise < old.held_paise
    or new.student_epoch < old.student_epoch or new.expert_epoch < old.expert_epoch
    or (old.state in ('settled', 'declined', 'missed', 'cancelled', 'failed_to_connect')
      and (new.state, new.live_ms, new.held_paise, new.billed_minutes, new.charged_paise)
        is distinct from (old.state, old.live_ms, old.held_paise, old.billed_minutes, old.charged_paise)) then
    raise exception 'a session stays what it is' using errcode = 'LG903';
  end if;
  return new;
end $$;
create trigger help_sessions_guard before update on help_sessions for each row execute function help_session_is_guarded();

-- What happened, for student, expert and team alike. Refunds are decided on it. It names nobody but by the session.
create table session_events (
  id bigint generated always as identity primary key,
  session_id uuid not null references help_sessions (id),
  at timestamptz not null,
  what text not null,
  side text check (side in ('student', 'expert')),
  details jsonb not null default '{}'
);
create index session_events_session_idx on session_events (session_id, id);

create trigger help_sessions_stay before delete on help_sessions for each row execute function ledger_is_history();
create trigger help_sessions_stay_whole before truncate on help_sessions execute function ledger_is_history();
create trigger session_events_stay before update or delete on session_events for each row execute function ledger_is_history();
create trigger session_events_stay_whole before truncate on session_events execute function ledger_is_history();
revoke delete on help_sessions from samjhao_app;
revoke update, delete on session_events from samjhao_app;

-- Who wants to hear nothing of whom any more.
create table blocks (
  blocker_id uuid not null references profiles (id) on delete cascade,
  blocked_id uuid not null references profiles (id) on delete cascade,
  created_at timestamptz not null,
  primary key (blocker_id, blocked_id)
);
create index blocks_blocked_idx on blocks (blocked_id);

-- What somebody told the team about the other side of a session.
create table reports (
  id uuid primary key,
  session_id uuid not null references help_sessions (id),
  reporter_id uuid not null references profiles (id),
  reported_id uuid not null references profiles (id),
  -- Leaves with the account of who wrote it.
  words text check (length(words) <= 1000),
  created_at timestamptz not null,
  constraint reports_once_for_each_session unique (session_id, reporter_id)
);
create index reports_reported_idx on reports (reported_id);

-- When two missed rings in a row put the expert's switch off.
alter table experts add column switched_off_at timestamptz;

-- The name under which the specification knows these records: those in which both were connected.
create view sessions as
select id, student_id, expert_id, call_type,
  case when state = 'settled' then 'completed' else 'active' end as status,
  connected_at as created_at, ended_at as end_time, billed_minutes as duration_minutes
from help_sessions
where connected_at is not null;

create or replace view students as
select
  p.id, p.full_name, p.email, p.phone_number, d.parents_whatsapp_number, d.about_me, d.languages,
  (select count(*) from help_sessions s where s.student_id = p.id and s.billed_minutes > 0)::integer as past_sessions,
  (wallet_available(p.id, 'student_wallet') / 100.0)::numeric(14, 2) as wallet_balance,
  d.user_since, d.updated_at
from profiles p
join student_details d on d.profile_id = p.id;

-- Held money that belongs to nothing which is alive. Bookings will say which are theirs.
create or replace view stale_escrows as
select a.subject_id, a.owner_id, a.balance_paise, max(o.at) as last_at
from ledger_accounts a
join ledger_operations o on o.kind = 'hold' and o.subject_id = a.subject_id
where a.kind = 'session_escrow' and not a.closed
  and not exists (select from help_sessions s where s.id = a.subject_id
    and s.state in ('ringing', 'connecting', 'live', 'interrupted', 'ended'))
group by a.id;
