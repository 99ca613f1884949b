-- serves: 0024
-- Passkeys (WebAuthn): the public key of each, and the counter of its last use. A counter that goes back means a copied key;
-- passkeys that a system synchronizes between devices always say 0.
create table passkeys (
  id uuid primary key default uuidv7(),
  profile_id uuid not null references profiles (id) on delete cascade,
  credential_id bytea not null unique check (length(credential_id) between 1 and 1023),
  public_key bytea not null,
  counter bigint not null check (counter >= 0),
  transports text[] not null default '{}',
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);

create index passkeys_profile_id_idx on passkeys (profile_id);

-- The challenge that a browser must sign, until it is used or expires. The holder is the browser at a sign-in, and the sign-in
-- when a passkey is added.
create table passkey_challenges (
  holder_hash bytea primary key check (length(holder_hash) = 32),
  challenge bytea not null check (length(challenge) = 32),
  expires_at timestamptz not null
);

create index passkey_challenges_expires_at_idx on passkey_challenges (expires_at);

-- To whom passkeys were offered after signing in, which happens once, and who declined.
create table passkey_offers (
  profile_id uuid primary key references profiles (id) on delete cascade,
  shown_at timestamptz not null,
  dismissed_at timestamptz
);
