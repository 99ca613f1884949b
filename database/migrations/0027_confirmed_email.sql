-- serves: 0024
-- When a person proved that the address is theirs, by a link in a mail; null until then. A correction sets it to null.
alter table profiles add column email_confirmed_at timestamptz;

-- Passwords of experts are set by a link in a mail.
update profiles set email_confirmed_at = changed_at from credentials
  where credentials.profile_id = profiles.id and profiles.role = 'expert' and profiles.deleted_at is null;

-- Links in mails about an address. 'confirm' proves that it belongs to the account, and makes it the account's address when it is
-- another one; 'restore' brings a former address back and reserves it until then. The job that sends the mail creates the token.
create table email_links (
  id uuid primary key default uuidv7(),
  profile_id uuid not null references profiles (id) on delete cascade,
  purpose text not null check (purpose in ('confirm', 'restore')),
  email text not null,
  token_hash bytea unique check (length(token_hash) = 32),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);

create index email_links_profile_id_idx on email_links (profile_id);
create index email_links_email_idx on email_links (email) where purpose = 'restore';
