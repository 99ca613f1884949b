-- Booked sessions: when an expert can be booked, what is booked, and the one table in which nobody's time is taken twice.
-- People are named by their profiles, as in `help_sessions`; a booking, its session and its money have one id.

create extension if not exists btree_gist;

-- The terms of an expert who takes bookings. Whoever takes time of the expert locks this row first, so that they come one after the other.
create table schedules (
  expert_id uuid primary key references profiles (id) on delete cascade,
  -- An IANA name. The hours below are read off a clock there.
  zone text not null check (length(zone) between 1 and 40),
  -- Kept free before and after each session.
  buffer_minutes integer not null check (buffer_minutes between 0 and 120),
  -- How long before its start a time can be booked at the latest.
  notice_minutes integer not null check (notice_minutes between 60 and 10080),
  changed_at timestamptz not null
);

-- Minutes since midnight by that clock; 1440 is the end of the day. 1 is Monday.
create table weekly_hours (
  expert_id uuid not null references schedules (expert_id) on delete cascade,
  weekday integer not null check (weekday between 1 and 7),
  from_minute integer not null check (from_minute between 0 and 1425),
  to_minute integer not null check (to_minute between 15 and 1440),
  primary key (expert_id, weekday, from_minute),
  check (from_minute < to_minute and from_minute % 15 = 0 and to_minute % 15 = 0),
  constraint weekly_hours_do_not_overlap exclude using gist (
    expert_id with =, weekday with =, int4range(from_minute, to_minute) with &&)
);

-- Days on which the week does not hold: closed, or other hours.
create table schedule_exceptions (
  -- Made by the browser before its first try.
  id uuid primary key,
  expert_id uuid not null references schedules (expert_id) on delete cascade,
  first_day date not null,
  last_day date not null check (last_day >= first_day),
  from_minute integer check (from_minute between 0 and 1425 and from_minute % 15 = 0),
  to_minute integer check (to_minute between 15 and 1440 and to_minute % 15 = 0),
  check ((from_minute is null) = (to_minute is null) and from_minute < to_minute)
);
create index schedule_exceptions_expert_idx on schedule_exceptions (expert_id, last_day);

create table bookings (
  -- Made by the browser before its first try.
  id uuid primary key,
  student_id uuid not null references profiles (id),
  expert_id uuid not null references profiles (id),
  call_type text not null check (call_type in ('audio', 'video')),
  -- What the student asks, and the file beside it; both leave with the account of the student.
  question text check (length(question) <= 2000),
  file_key text references question_files (key),
  file_name text,
  file_type text,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  -- Where the student's clock hangs, for mails.
  student_zone text not null check (length(student_zone) between 1 and 40),
  -- As they were when it was booked.
  minutes integer not null check (minutes in (15, 30, 45, 60)),
  rate_paise_per_minute bigint not null check (rate_paise_per_minute > 0),
  share_percent integer not null check (share_percent between 0 and 100),
  -- `domain/bookings/states.ts` says what may happen in which.
  state text not null default 'booked' check (state in ('booked', 'begun', 'cancelled', 'missed')),
  booked_at timestamptz not null,
  -- The number of this version in people's calendars; it grows with every change.
  sequence integer not null default 0,
  moves integer not null default 0,
  -- 'free' once the expert has moved it, 'fee' once the student has moved it late.
  cancel_terms text not null default 'usual' check (cancel_terms in ('usual', 'free', 'fee')),
  cancelled_by text check (cancelled_by in ('student', 'expert')),
  absent text check (absent in ('student', 'expert', 'both', 'neither')),
  closed_at timestamptz,
  fee_paise bigint check (fee_paise between 0 and minutes * rate_paise_per_minute),
  -- That one wants to go on, and pay by the minute, when the booked minutes are over.
  student_goes_on boolean not null default false,
  expert_goes_on boolean not null default false,
  check (student_id <> expert_id),
  check (ends_at = starts_at + minutes * interval '1 minute'),
  check ((state in ('cancelled', 'missed')) = (closed_at is not null) and (closed_at is null) = (fee_paise is null)),
  check ((state = 'cancelled') = (cancelled_by is not null) and (state = 'missed') = (absent is not null)),
  -- Nobody can be in two places.
  constraint bookings_one_at_a_time_for_student exclude using gist (student_id with =, tstzrange(starts_at, ends_at) with &&)
    where (state = 'booked')
);
create index bookings_student_idx on bookings (student_id, starts_at);
create index bookings_expert_idx on bookings (expert_id, starts_at);
create index bookings_file_idx on bookings (file_key) where file_key is not null;

-- Who came, from when and until when. No-shows are decided on it.
create table booking_joins (
  booking_id uuid not null references bookings (id),
  side text not null check (side in ('student', 'expert')),
  first_at timestamptz not null,
  last_at timestamptz not null check (last_at >= first_at),
  primary key (booking_id, side)
);

revoke delete on bookings, booking_joins from samjhao_app;

-- What is taken of an expert's time, now and later, by bookings and by calls alike. What is over has no row.
create table expert_time (
  -- The booking or the session.
  subject_id uuid primary key,
  expert_id uuid not null references profiles (id),
  during tstzrange not null check (not isempty(during) and not lower_inf(during) and not upper_inf(during)),
  kind text not null check (kind in ('booking', 'session')),
  constraint expert_time_is_taken_once exclude using gist (expert_id with =, during with &&)
);

-- A call ends at this instant at the latest, because the expert's time is another's from then on.
alter table help_sessions add column cut_at timestamptz;
-- What a booked session costs at least when the student is the one who leaves.
alter table help_sessions add column least_paise bigint not null default 0 check (least_paise >= 0);
-- Whether more may be held than was held at the beginning; in a booked session both must want it.
alter table help_sessions add column may_extend boolean not null default true;

-- A call takes the expert's time from its request to its end, whoever brings either about.
create function help_session_takes_time() returns trigger language plpgsql as $$
begin
  if new.cut_at is not null then
    -- The session of a booking has its time already.
    insert into expert_time (subject_id, expert_id, during, kind)
    values (new.id, new.expert_id, tstzrange(new.asked_at, new.cut_at), 'session')
    on conflict (subject_id) do nothing;
  end if;
  return null;
end $$;
create trigger help_sessions_take_time after insert on help_sessions for each row
  when (new.state in ('ringing', 'connecting', 'live', 'interrupted', 'ended')) execute function help_session_takes_time();

create function help_session_frees_time() returns trigger language plpgsql as $$
begin
  delete from expert_time where subject_id = new.id;
  return null;
end $$;
create trigger help_sessions_free_time after update of state on help_sessions for each row
  when (new.state in ('settled', 'declined', 'missed', 'cancelled', 'failed_to_connect')) execute function help_session_frees_time();

-- Held money that belongs to nothing which is alive.
create or replace view stale_escrows as
select a.subject_id, a.owner_id, a.balance_paise, max(o.at) as last_at
from ledger_accounts a
join ledger_operations o on o.kind = 'hold' and o.subject_id = a.subject_id
where a.kind = 'session_escrow' and not a.closed
  and not exists (select from help_sessions s where s.id = a.subject_id
    and s.state in ('ringing', 'connecting', 'live', 'interrupted', 'ended'))
  -- A day after its start a booking has been decided, or its job was forgotten.
  and not exists (select from bookings b where b.id = a.subject_id and b.state = 'booked' and b.ends_at > now() - interval '1 day')
group by a.id;
