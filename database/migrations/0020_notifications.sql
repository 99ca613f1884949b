-- What is told to whom, by which channel, and what became of it.

-- One row for each thing told to one account.
create table notifications (
  id uuid primary key default uuidv7(),
  account_id uuid not null references profiles (id) on delete cascade,
  kind text not null,
  -- Ids and small facts; the words are made from them when they are needed.
  facts jsonb not null,
  -- The other person in it, whose name the words say for as long as there is one.
  about_id uuid references profiles (id),
  -- What happened, so that it is told once however often it is said.
  once_key text not null,
  created_at timestamptz not null,
  read_at timestamptz,
  unique (account_id, once_key)
);
create index notifications_account_idx on notifications (account_id, created_at desc, id desc);
create index notifications_unread_idx on notifications (account_id, created_at desc, id desc) where read_at is null;
create index notifications_about_idx on notifications (about_id) where about_id is not null;
create index notifications_created_idx on notifications (created_at);

create table notification_deliveries (
  notification_id uuid not null references notifications (id) on delete cascade,
  channel text not null check (channel in ('page', 'push', 'mail')),
  state text not null check (state in ('planned', 'delivered', 'failed', 'off', 'impossible', 'unneeded')),
  tries integer not null default 0,
  changed_at timestamptz not null,
  reason text check (length(reason) between 1 and 300),
  primary key (notification_id, channel)
);

-- Where somebody wants it otherwise than everybody.
create table notification_preferences (
  account_id uuid primary key references profiles (id) on delete cascade,
  -- {"money": {"mail": false}}
  choices jsonb not null default '{}',
  -- Minutes since midnight by the clocks of the zone.
  quiet_from integer check (quiet_from between 0 and 1439),
  quiet_to integer check (quiet_to between 0 and 1439),
  zone text not null check (length(zone) between 1 and 40),
  changed_at timestamptz not null,
  constraint notification_preferences_quiet_hours_have_both_ends check ((quiet_from is null) = (quiet_to is null)),
  constraint notification_preferences_quiet_hours_end check (quiet_from <> quiet_to)
);

-- Where somebody has signed in before. The browser keeps the token, this table its hash.
create table known_browsers (
  profile_id uuid not null references profiles (id) on delete cascade,
  token_hash bytea not null,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  primary key (profile_id, token_hash)
);
create index known_browsers_last_seen_idx on known_browsers (last_seen_at);
