-- serves: 0032
-- Questions to several experts at once. A request holds the student's money. Each offer rings at one expert, makes nobody
-- busy and takes no time of the expert. The first expert who accepts gets the session.

create table requests (
  -- Created by the browser before its first attempt. The hold has the same id.
  id uuid primary key,
  student_id uuid not null references profiles (id),
  call_type text not null check (call_type in ('audio', 'video')),
  question text check (length(question) <= 2000),
  -- No foreign key: an unused file is deleted after a day, and an open request lasts minutes.
  file_key text,
  file_name text,
  file_type text,
  -- Null for any language.
  language text,
  max_rate_paise_per_minute bigint not null check (max_rate_paise_per_minute > 0),
  held_paise bigint not null check (held_paise > 0),
  state text not null default 'open' check (state in ('open', 'taken', 'stopped', 'unanswered', 'ended')),
  asked_at timestamptz not null,
  open_until timestamptz not null,
  -- When the next experts are asked, or the request expires.
  next_at timestamptz not null,
  closed_at timestamptz,
  check (asked_at < open_until),
  check ((state = 'open') = (closed_at is null))
);
create unique index requests_one_open_for_student on requests (student_id) where state = 'open';
create index requests_student_idx on requests (student_id, asked_at desc);
create index requests_due_idx on requests (next_at) where state = 'open';
create index requests_closed_idx on requests (closed_at) where closed_at is not null;

create table offers (
  -- Also the id of the session that begins when the expert accepts.
  id uuid primary key default uuidv7(),
  request_id uuid not null references requests (id) on delete cascade,
  expert_id uuid not null references profiles (id),
  state text not null default 'open'
    check (state in ('open', 'accepted', 'declined', 'missed', 'taken', 'stopped', 'withdrawn')),
  offered_at timestamptz not null,
  ring_until timestamptz not null,
  closed_at timestamptz,
  constraint offers_once_for_each_expert unique (request_id, expert_id),
  check ((state = 'open') = (closed_at is null))
);
create unique index offers_one_open_for_expert on offers (expert_id) where state = 'open';
create unique index offers_one_accepted on offers (request_id) where state = 'accepted';
create index offers_expert_idx on offers (expert_id, offered_at desc);

-- One open request or session per student. Both inserts lock the student's row before they look at the other table, so of
-- two concurrent ones the second sees the first. It inserts nothing, like an insert that meets a unique index.
create function student_asks_once() returns trigger language plpgsql as $$
begin
  perform from profiles where id = new.student_id for no key update;
  if exists (select from requests where student_id = new.student_id and state = 'open')
    or tg_table_name = 'requests' and exists (
      select from help_sessions where student_id = new.student_id
        and state in ('ringing', 'connecting', 'live', 'interrupted', 'ended'))
  then
    return null;
  end if;
  return new;
end $$;
create trigger requests_ask_once before insert on requests for each row
  when (new.state = 'open') execute function student_asks_once();
create trigger help_sessions_ask_once before insert on help_sessions for each row
  when (new.state in ('ringing', 'connecting', 'live', 'interrupted', 'ended')) execute function student_asks_once();

create function has_open_request(student uuid) returns boolean language sql stable
  return exists (select from requests where student_id = student and state = 'open');

-- A session with the expert withdraws the offer that rings there, also when a node of the previous version begins it.
create function session_withdraws_offers() returns trigger language plpgsql as $$
begin
  update offers set state = 'withdrawn', closed_at = new.asked_at
  where expert_id = new.expert_id and state = 'open' and id <> new.id;
  return null;
end $$;
create trigger help_sessions_withdraw_offers after insert on help_sessions for each row
  when (new.state in ('ringing', 'connecting', 'live', 'interrupted', 'ended')) execute function session_withdraws_offers();

create function suspension_withdraws_offers() returns trigger language plpgsql as $$
begin
  update offers set state = 'withdrawn', closed_at = now() where expert_id = new.user_id and state = 'open';
  return null;
end $$;
create trigger experts_withdraw_offers after update of approval on experts for each row
  when (old.approval = 'approved' and new.approval <> 'approved') execute function suspension_withdraws_offers();

-- Rings without a conversation, for the hourly limit. A request counts once, however many experts it asked, unless all
-- of them declined.
create view unanswered_rings as
select student_id, asked_at from help_sessions where state in ('missed', 'cancelled') and answered_at is null
union all
select student_id, asked_at from requests
where state in ('unanswered', 'stopped')
  and exists (select from offers where request_id = requests.id and offers.state <> 'declined');

-- An offer rings by push like a session, before there is one.
alter table push_rings drop constraint push_rings_session_id_fkey;

-- Students who want to know when an expert who fits their request comes online. Notified once, then deleted.
create table request_alerts (
  request_id uuid primary key references requests (id) on delete cascade,
  student_id uuid not null references profiles (id) on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index request_alerts_student_idx on request_alerts (student_id);
create index request_alerts_expires_idx on request_alerts (expires_at);

create function free_expert_answers_alerts() returns trigger language plpgsql as $$
begin
  if exists (select from request_alerts) then
    perform graphile_worker.add_job('send_request_alerts', json_build_object('expertId', new.expert_id),
      job_key => 'request alerts ' || new.expert_id);
  end if;
  return null;
end $$;
create trigger listings_answer_alerts after update of online, busy on listings for each row
  when (new.online and not new.busy and (not old.online or old.busy)) execute function free_expert_answers_alerts();

-- The end of a hold for which no expert was found: all of it returns.
create function wallet_release(operation uuid, actor uuid, happened_at timestamptz, student uuid, subject uuid)
returns boolean language plpgsql security definer set search_path = public, pg_temp as $$
declare
  wallet bigint;
  escrow bigint;
begin
  wallet := ledger_account('student_wallet', student, student);
  escrow := ledger_account('session_escrow', subject, student);
  perform ledger_lock(wallet, escrow);
  if not ledger_begin(operation, 'release', subject, 0, actor, happened_at, jsonb_build_object('student', student)) then
    return false;
  end if;
  if (select owner_id from ledger_accounts where id = escrow) <> student then
    raise exception 'the escrow of % is another student''s', subject using errcode = 'LG006';
  end if;
  perform ledger_move(operation, array[escrow], array[wallet], array[ledger_kept_balance(escrow)]);
  perform ledger_close(escrow);
  return true;
end $$;

-- The hold of a request becomes the first hold of its session, and the difference returns. The daily limit was checked
-- when the money was held, and no more is held now.
create function wallet_move_hold(
  operation uuid, actor uuid, happened_at timestamptz, student uuid, request uuid, session uuid, amount bigint
) returns boolean language plpgsql security definer set search_path = public, pg_temp as $$
declare
  wallet bigint;
  escrow bigint;
  target bigint;
  held bigint;
begin
  perform ledger_must_be_above_zero(amount);
  wallet := ledger_account('student_wallet', student, student);
  escrow := ledger_account('session_escrow', request, student);
  target := ledger_account('session_escrow', session, student);
  perform ledger_lock(wallet, escrow, target);
  if not ledger_begin(operation, 'hold', session, 0, actor, happened_at,
    jsonb_build_object('student', student, 'amount', amount, 'request', request)) then
    return false;
  end if;
  if exists (select from ledger_accounts where id in (escrow, target) and owner_id <> student) then
    raise exception 'the escrow of % or % is another student''s', request, session using errcode = 'LG006';
  end if;
  held := ledger_kept_balance(escrow);
  if amount > held then
    raise exception 'more is needed than was held' using errcode = 'LG006';
  end if;
  perform ledger_move(operation, array[escrow, escrow], array[target, wallet], array[amount, held - amount]);
  perform ledger_close(escrow);
  return true;
end $$;

create or replace view stale_escrows as
select a.subject_id, a.owner_id, a.balance_paise, max(o.at) as last_at
from ledger_accounts a
join ledger_operations o on o.kind = 'hold' and o.subject_id = a.subject_id
where a.kind = 'session_escrow' and not a.closed
  and not exists (select from help_sessions s where s.id = a.subject_id
    and s.state in ('ringing', 'connecting', 'live', 'interrupted', 'ended'))
  and not exists (select from requests r where r.id = a.subject_id and r.state = 'open')
  -- A day after its start a booking has been decided, or its job was forgotten.
  and not exists (select from bookings b where b.id = a.subject_id and b.state = 'booked' and b.ends_at > now() - interval '1 day')
group by a.id;

-- An account that an older node deletes. Its alerts are deleted with its requests.
create function forget_requests_of_deleted_account() returns trigger language plpgsql as $$
begin
  delete from offers where expert_id = new.id;
  delete from requests where student_id = new.id;
  return null;
end $$;
create trigger profiles_forget_requests after update of deleted_at on profiles
  for each row when (old.deleted_at is null and new.deleted_at is not null)
  execute function forget_requests_of_deleted_account();
