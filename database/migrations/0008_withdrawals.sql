-- Secrets of authenticators are sealed from now on. Those that lie open are sealed at the next start, which has the keys.
alter table second_factors
  alter column secret drop not null,
  add column sealed_secret text,
  add constraint second_factors_one_secret check (num_nonnulls(secret, sealed_secret) = 1);

-- The bank account that an expert used last. Whole it stands in the sealed text alone, beside it what the expert's own pages show.
create table bank_accounts (
  profile_id uuid primary key references profiles (id) on delete cascade,
  sealed_details text not null,
  bank_name text not null,
  -- The first four letters of the IFSC code, which say no more than the bank's name.
  bank_code text not null check (bank_code ~ '^[A-Z]{4}$'),
  last_four text not null check (last_four ~ '^[0-9]{4}$'),
  -- When the owner last proved with the password that it is theirs.
  confirmed_at timestamptz not null
);

create type withdrawal_status as enum ('pending', 'approved', 'rejected', 'processed');

-- The money itself is in the books, under the same id.
create table withdrawals (
  id uuid primary key,
  expert_id uuid not null references profiles (id),
  amount_paise bigint not null check (amount_paise > 0),
  status withdrawal_status not null default 'pending',
  -- Where the money goes. All of it leaves with the account of its owner.
  sealed_details text,
  bank_name text,
  bank_code text check (bank_code ~ '^[A-Z]{4}$'),
  last_four text check (last_four ~ '^[0-9]{4}$'),
  notes text,
  created_at timestamptz not null,
  -- Approved or rejected.
  decided_at timestamptz,
  decided_by uuid references profiles (id),
  reason text,
  processed_at timestamptz,
  -- What the bank calls the payment; no payment is used for two withdrawals.
  bank_reference text unique,
  -- Walked to its end without a bank, where the money was never real.
  demo boolean not null default false,
  came_back_at timestamptz,
  constraint withdrawals_rejected_have_a_reason check ((status = 'rejected') = (reason is not null)),
  constraint withdrawals_processed_are_proved
    check ((processed_at is not null) = (bank_reference is not null or demo) and (status <> 'processed' or processed_at is not null)),
  constraint withdrawals_came_back_from_the_bank check (came_back_at is null or (processed_at is not null and status = 'rejected'))
);
create index withdrawals_expert_idx on withdrawals (expert_id, created_at desc);
create index withdrawals_open_idx on withdrawals (created_at) where status in ('pending', 'approved');

-- What was asked for and what was proved stays as it was.
create function withdrawal_is_guarded() returns trigger language plpgsql as $$
begin
  if (new.id, new.expert_id, new.amount_paise, new.created_at) is distinct from (old.id, old.expert_id, old.amount_paise, old.created_at)
      or (old.processed_at is not null and (new.processed_at, new.bank_reference, new.demo)
        is distinct from (old.processed_at, old.bank_reference, old.demo)) then
    raise exception 'a withdrawal stays what it is';
  end if;
  return new;
end $$;
create trigger withdrawals_guard before update on withdrawals for each row execute function withdrawal_is_guarded();
revoke delete on withdrawals from samjhao_app;

-- The names under which the specification knows these records.
create view withdrawal_requests as
select id, expert_id, (amount_paise / 100.0)::numeric(14, 2) as amount,
  jsonb_build_object('accountNumber', '••••' || last_four, 'bankName', bank_name, 'ifscCode', bank_code || '0••••••', 'notes', notes)
    as payment_details,
  status, created_at, processed_at
from withdrawals;

create view expert_withdrawals as
select id, expert_id, (amount_paise / 100.0)::numeric(14, 2) as amount, created_at, status from withdrawals;
