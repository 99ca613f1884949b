-- One row for each person who can sign in, whatever the role.
create type account_role as enum ('student', 'user', 'expert', 'team');

create table profiles (
  id uuid primary key default uuidv7(),
  email text not null,
  full_name text not null,
  role account_role not null default 'student',
  phone_number text,
  avatar_url text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint profiles_email_is_lower_case check (email = lower(email)),
  constraint profiles_full_name_is_not_blank check (length(trim(full_name)) >= 2)
);

create unique index profiles_email_key on profiles (email);

-- Apart from profiles, so that no query for a person can carry a password hash along by accident.
create table credentials (
  profile_id uuid primary key references profiles (id) on delete cascade,
  password_hash text not null,
  changed_at timestamptz not null default now()
);

-- What Samjhao says about itself in its marketing, editable by the team. Live figures are never stored here.
create table claims (
  only_row boolean primary key default true check (only_row),
  verified_experts integer not null default 10000 check (verified_experts >= 0),
  satisfaction_percent integer not null default 95 check (satisfaction_percent between 0 and 100),
  weekly_earnings_paise bigint not null default 320000 check (weekly_earnings_paise >= 0),
  approval_hours integer not null default 48 check (approval_hours > 0),
  updated_at timestamptz not null default now()
);

insert into claims default values;
