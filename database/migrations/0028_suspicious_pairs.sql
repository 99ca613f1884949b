-- serves: 0024
-- Accounts that may belong to one person, for the team to look at. Nodes of the old version leave the new columns empty;
-- a job fills in the fingerprints, and the next sign-in of a browser its address.

-- A keyed fingerprint of the bank account, because the account itself is sealed. Equal accounts have equal fingerprints.
alter table withdrawals add column account_fingerprint text;
create index withdrawals_fingerprint_idx on withdrawals (account_fingerprint, expert_id) where account_fingerprint is not null;
create index withdrawals_no_fingerprint_idx on withdrawals (id) where account_fingerprint is null and sealed_details is not null;

-- From where the browser last signed in. A sign-in is deleted when it ends; this stays while pairs are watched.
alter table known_browsers add column address text, add column user_agent text;

-- One customer: an IPv4 address or an IPv6 /64, as in `kernel/address-block.ts`.
create function address_unit(address text) returns text language plpgsql immutable as $$
declare
  bare text := split_part(lower(address), '%', 1);
begin
  if not pg_input_is_valid(bare, 'inet') then return bare; end if;
  if bare ~ '^::ffff:[0-9.]+$' then return substr(bare, 8); end if;
  if family(bare::inet) = 4 then return bare; end if;
  return host(network(set_masklen(bare::inet, 64))) || '/64';
end $$;

create table suspicious_pairs (
  id uuid primary key default uuidv7(),
  -- The student; where two experts share a bank account, the one who used it first.
  first_id uuid not null references profiles (id),
  -- The expert who earns.
  second_id uuid not null references profiles (id),
  -- The figures of `PairEvidence` in `domain/people/contract.ts`.
  evidence jsonb not null,
  -- When evidence was last added, and when the pair was last found.
  evidence_at timestamptz not null,
  found_at timestamptz not null,
  -- The last look of the team. The note leaves with either account.
  looked_at timestamptz,
  looked_by uuid references profiles (id),
  note text check (length(note) <= 500),
  -- The figures that were looked at.
  seen jsonb,
  unique (first_id, second_id),
  constraint suspicious_pairs_are_two check (first_id <> second_id),
  constraint suspicious_pairs_looks_are_whole check (num_nonnulls(looked_at, looked_by, note, seen) in (0, 4))
);
create index suspicious_pairs_second_idx on suspicious_pairs (second_id);
create index suspicious_pairs_waiting_idx on suspicious_pairs (evidence_at) where looked_at is null or evidence_at > looked_at;
