-- A deleted account keeps its id, because its money history does; everything that names a person is gone.
alter table profiles add column deleted_at timestamptz;

-- What a browser holds after signing in. The token itself is known to the browser alone; here stands its hash.
create table sign_ins (
  id uuid primary key default uuidv7(),
  profile_id uuid not null references profiles (id) on delete cascade,
  token_hash bytea not null unique check (length(token_hash) = 32),
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  expires_at timestamptz not null,
  user_agent text not null default '',
  address text not null default ''
);

create index sign_ins_profile_id_idx on sign_ins (profile_id);

-- Links in mails that set a password, each good for one use.
create type link_purpose as enum ('reset_password', 'first_password');

create table one_time_links (
  token_hash bytea primary key check (length(token_hash) = 32),
  profile_id uuid not null references profiles (id) on delete cascade,
  purpose link_purpose not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);

create index one_time_links_profile_id_idx on one_time_links (profile_id);

-- Failed attempts by account and by address, so that every process of the product counts the same.
create table sign_in_throttles (
  key text primary key,
  failures integer not null check (failures > 0),
  last_failed_at timestamptz not null,
  blocked_until timestamptz not null
);

-- The second factor of the team: the shared secret of an authenticator, and the last time step that was used, so that a code
-- that somebody saw over a shoulder is worth nothing a second time.
create table second_factors (
  profile_id uuid primary key references profiles (id) on delete cascade,
  secret bytea not null check (length(secret) >= 20),
  confirmed_at timestamptz,
  last_used_step bigint not null default 0
);

create table recovery_codes (
  profile_id uuid not null references profiles (id) on delete cascade,
  code_hash bytea not null check (length(code_hash) = 32),
  used_at timestamptz,
  primary key (profile_id, code_hash)
);

-- Who confirmed to be of age and accepted which version of the terms, and when.
create table terms_acceptances (
  profile_id uuid not null references profiles (id) on delete cascade,
  version text not null,
  accepted_at timestamptz not null,
  primary key (profile_id, version)
);

create table student_details (
  profile_id uuid primary key references profiles (id) on delete cascade,
  parents_whatsapp_number text check (parents_whatsapp_number ~ '^[6-9][0-9]{9}$'),
  about_me text,
  languages text not null default '',
  user_since timestamptz not null,
  updated_at timestamptz not null
);

create type expertise_category as enum ('academic', 'skills', 'professional');
create type expert_approval as enum ('pending', 'approved', 'suspended');

create table experts (
  id uuid primary key default uuidv7(),
  user_id uuid not null unique references profiles (id) on delete cascade,
  approval expert_approval not null default 'pending',
  approval_changed_at timestamptz,
  approval_changed_by uuid references profiles (id) on delete set null,
  title text,
  profile_photo text,
  expertise_category expertise_category,
  subcategories text[] not null default '{}' check (cardinality(subcategories) in (0, 3)),
  key_subjects text[] not null default '{}' check (cardinality(key_subjects) <= 3),
  experience_years integer not null default 0 check (experience_years between 0 and 50),
  highest_degree text,
  expertise_brief text check (length(expertise_brief) <= 300),
  speak_language text not null default 'English',
  rate_paise_per_minute bigint not null default 1000 check (rate_paise_per_minute > 0),
  share_percent integer not null default 80 check (share_percent between 0 and 100),
  member_since timestamptz not null,
  -- The switch. Whether the expert can be reached is another question and is never stored here.
  is_online boolean not null default false,
  last_seen timestamptz,
  updated_at timestamptz not null,
  constraint experts_only_approved_are_online check (not is_online or approval = 'approved')
);

-- The names under which the specification knows these records.
create view students as
select
  p.id, p.full_name, p.email, p.phone_number, d.parents_whatsapp_number, d.about_me, d.languages,
  0 as past_sessions,
  0::numeric(14, 2) as wallet_balance,
  d.user_since, d.updated_at
from profiles p
join student_details d on d.profile_id = p.id;

create view expert_profiles as
select
  e.id, e.user_id, p.full_name, p.phone_number, e.title, e.profile_photo, e.expertise_category, e.subcategories,
  e.key_subjects, e.experience_years, e.highest_degree, e.expertise_brief, e.speak_language, e.member_since,
  4.5::numeric(3, 2) as rating,
  0 as reviews,
  0 as sessions,
  0::numeric(14, 2) as todays_earnings,
  0::numeric(14, 2) as wallet_balance,
  e.is_online, e.last_seen, e.updated_at
from experts e
join profiles p on p.id = e.user_id;

create function get_wallet_balance(user_id uuid) returns numeric language sql stable as $$
  select coalesce((select wallet_balance from students s where s.id = $1), 0)
$$;

-- What happened to accounts, for the team: who did what to whom, and when.
create table audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  actor_id uuid,
  act text not null,
  subject_id uuid,
  details jsonb not null default '{}'
);
