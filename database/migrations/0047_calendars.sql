-- serves: 0032
-- Calendars outside the product: a private URL that lists the bookings of an expert, and the busy times of another calendar.

-- Everybody who knows the URL can read the feed. The hash finds it, and the sealed token is shown to its expert again.
create table calendar_feeds (
  expert_id uuid primary key references schedules (expert_id) on delete cascade,
  token_hash bytea not null unique check (length(token_hash) = 32),
  sealed_token text not null,
  created_at timestamptz not null,
  -- The last request of a calendar program.
  used_at timestamptz
);

-- All rows are deleted with the schedule, also by an older node that deletes an account.
create table external_calendars (
  expert_id uuid primary key references schedules (expert_id) on delete cascade,
  -- New with every URL, so that the result of an earlier one is not stored.
  id uuid not null unique,
  sealed_url text not null,
  added_at timestamptz not null,
  -- Set while the expert waits for a reading.
  requested_at timestamptz,
  next_read_at timestamptz not null,
  -- The last success, and its result.
  read_at timestamptz,
  etag text,
  last_modified text,
  -- The zone in which whole days were read, and the end of the stored busy times. Without them nothing was read.
  read_zone text,
  covers_until timestamptz,
  skipped_events integer not null default 0 check (skipped_events >= 0),
  -- The failures since the last success.
  failing_since timestamptz,
  failures integer not null default 0 check (failures >= 0),
  problem text check (problem in ('private_host', 'unknown_host', 'no_answer', 'no_connection', 'certificate', 'status',
    'too_many_redirects', 'bad_redirect', 'too_large', 'not_a_calendar', 'too_complex')),
  problem_status integer,
  check ((failing_since is null) = (problem is null) and (failures = 0) = (problem is null)),
  check ((read_at is null) = (covers_until is null) and (read_at is null) = (read_zone is null))
);
create index external_calendars_next_read_at_idx on external_calendars (next_read_at);

-- Time in which an expert is busy elsewhere, so that nobody can book it. Overlapping events are merged.
create table busy_times (
  expert_id uuid not null references external_calendars (expert_id) on delete cascade,
  during tstzrange not null check (not isempty(during) and not lower_inf(during) and not upper_inf(during)),
  constraint busy_times_are_merged exclude using gist (expert_id with =, during with &&)
);
