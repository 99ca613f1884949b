-- The books. Money only ever moves from one account to another, so the sum over all accounts is zero, always. This file knows
-- no word of the product: the kinds of accounts are named by those who use it.

-- The product works as a member of this role, which may read the books and call the functions that post to them, nothing else.
-- Whoever owns the database migrates.
do $$
begin
  if not exists (select from pg_roles where rolname = 'samjhao_app') then
    create role samjhao_app nologin;
  end if;
exception
  when duplicate_object or unique_violation then null;
  when insufficient_privilege then
    raise exception 'the role samjhao_app does not exist and % may not create it: ask an administrator for "create role samjhao_app"', current_user;
end $$;
grant usage on schema public to samjhao_app;
grant select, insert, update, delete on all tables in schema public to samjhao_app;
grant usage on all sequences in schema public to samjhao_app;
alter default privileges in schema public grant select, insert, update, delete on tables to samjhao_app;
alter default privileges in schema public grant usage on sequences to samjhao_app;
alter default privileges revoke execute on functions from public;
alter default privileges in schema public grant execute on functions to samjhao_app;
revoke insert, update, delete on migrations from samjhao_app;
-- What the team did is only added to.
revoke update, delete on audit_log from samjhao_app;

create table ledger_account_kinds (
  kind text primary key,
  -- A kept balance stands on the account's row. Accounts that nearly every operation touches keep none: a row that
  -- everybody updates would make everybody wait.
  kept boolean not null,
  may_be_negative boolean not null,
  constraint ledger_account_kinds_unkept_are_unchecked check (kept or may_be_negative)
);

create table ledger_accounts (
  id bigint generated always as identity primary key,
  kind text not null references ledger_account_kinds (kind),
  -- What the account is for; nothing where there is one of its kind.
  subject_id uuid,
  -- Whose money it holds, if it is anybody's.
  owner_id uuid,
  kept boolean not null,
  may_be_negative boolean not null,
  balance_paise bigint not null default 0,
  closed boolean not null default false,
  constraint ledger_accounts_one_for_each unique nulls not distinct (kind, subject_id),
  constraint ledger_accounts_not_below_zero check (may_be_negative or balance_paise >= 0),
  constraint ledger_accounts_closed_are_empty check (not closed or balance_paise = 0)
  -- Balances change all the time; room on the page lets that happen without touching an index.
) with (fillfactor = 70);
create index ledger_accounts_owner_idx on ledger_accounts (owner_id, kind, closed);

-- One business event, and the record that it has happened: whoever asks again gets the same answer. What was asked is kept
-- whole, not as a hash, so that it can be compared and read.
create table ledger_operations (
  id uuid primary key,
  kind text not null,
  subject_id uuid not null,
  step integer not null default 0,
  actor_id uuid,
  request jsonb not null,
  at timestamptz not null,
  constraint ledger_operations_once_for_each_subject unique (kind, subject_id, step)
);

-- No foreign keys to the accounts: each would lock the rows that everybody uses. Accounts are never deleted.
create table ledger_transfers (
  id bigint generated always as identity primary key,
  operation_id uuid not null references ledger_operations (id),
  debit_account bigint not null,
  credit_account bigint not null,
  amount_paise bigint not null check (amount_paise > 0),
  constraint ledger_transfers_between_two check (debit_account <> credit_account)
);
create index ledger_transfers_operation_idx on ledger_transfers (operation_id);
create index ledger_transfers_debit_idx on ledger_transfers (debit_account, id);
create index ledger_transfers_credit_idx on ledger_transfers (credit_account, id);

-- The statement: what an operation means to the owner of an account, in one line, signed.
create table ledger_lines (
  id bigint generated always as identity primary key,
  account_id bigint not null,
  operation_id uuid not null references ledger_operations (id),
  amount_paise bigint not null check (amount_paise <> 0),
  source text not null,
  description text not null,
  at timestamptz not null
);
create index ledger_lines_account_idx on ledger_lines (account_id, id desc);
create index ledger_lines_account_at_idx on ledger_lines (account_id, at);
create index ledger_lines_operation_idx on ledger_lines (operation_id);

-- What the transfers of an account without a kept balance summed up to, so that its balance need not begin at the beginning.
create table ledger_snapshots (
  account_id bigint primary key references ledger_accounts (id),
  up_to_transfer bigint not null,
  balance_paise bigint not null
);

-- History is only added to, whoever asks.
create function ledger_is_history() returns trigger language plpgsql as $$
begin
  raise exception 'the books are only added to: % on %', tg_op, tg_table_name using errcode = 'LG900';
end $$;

do $$
declare
  history text;
begin
  foreach history in array array['ledger_operations', 'ledger_transfers', 'ledger_lines', 'audit_log'] loop
    execute format('create trigger %s_stays before update or delete on %1$s for each row execute function ledger_is_history()', history);
    execute format('create trigger %s_stays_whole before truncate on %1$s execute function ledger_is_history()', history);
  end loop;
end $$;
create trigger ledger_accounts_stay before delete on ledger_accounts for each row execute function ledger_is_history();
create trigger ledger_accounts_stay_whole before truncate on ledger_accounts execute function ledger_is_history();

-- A kept balance follows the transfers, and nothing else moves it.
create function ledger_balances_follow() returns trigger language plpgsql as $$
begin
  update ledger_accounts a set balance_paise = a.balance_paise + moved.by_paise
  from (
    select account, sum(amount)::bigint as by_paise
    from (
      select credit_account as account, amount_paise as amount from made
      union all
      select debit_account, -amount_paise from made
    ) each_side
    group by account
    having sum(amount) <> 0
  ) moved
  where a.id = moved.account and a.kept;
  return null;
end $$;
create trigger ledger_balances after insert on ledger_transfers
  referencing new table as made for each statement execute function ledger_balances_follow();

create function ledger_account_is_guarded() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.balance_paise <> 0 or new.closed then
      raise exception 'an account begins empty and open' using errcode = 'LG901';
    end if;
  elsif new.balance_paise <> old.balance_paise and pg_trigger_depth() < 2 then
    raise exception 'a balance changes by a transfer only' using errcode = 'LG901';
  elsif old.closed or (new.id, new.kind, new.subject_id, new.owner_id, new.kept, new.may_be_negative)
      is distinct from (old.id, old.kind, old.subject_id, old.owner_id, old.kept, old.may_be_negative) then
    raise exception 'an account stays what it is' using errcode = 'LG901';
  end if;
  return new;
end $$;
create trigger ledger_accounts_guard before insert or update on ledger_accounts
  for each row execute function ledger_account_is_guarded();

-- The account, opened by its first use.
create function ledger_account(wanted_kind text, subject uuid, owner uuid) returns bigint language plpgsql as $$
declare
  found_id bigint;
begin
  select id into found_id from ledger_accounts where kind = wanted_kind and subject_id = subject;
  if found_id is null then
    insert into ledger_accounts (kind, subject_id, owner_id, kept, may_be_negative)
    select k.kind, subject, owner, k.kept, k.may_be_negative from ledger_account_kinds k where k.kind = wanted_kind
    on conflict do nothing;
    select id into strict found_id from ledger_accounts where kind = wanted_kind and subject_id = subject;
  end if;
  return found_id;
end $$;

-- One that exists once, from the beginning.
create function ledger_account(wanted_kind text) returns bigint language sql stable
  return (select id from ledger_accounts where kind = wanted_kind and subject_id is null);

-- Locks what is about to move, always in the same order. Accounts without a kept balance are not locked: nothing is decided by them.
create function ledger_lock(variadic accounts bigint[]) returns void language plpgsql as $$
begin
  perform from ledger_accounts where id = any (accounts) and kept order by id for update;
end $$;

create function ledger_kept_balance(account bigint) returns bigint language sql stable
  return (select balance_paise from ledger_accounts where id = account);

-- Begins an operation. True: it is new, and the caller makes its transfers in this same database transaction. False: it has
-- happened already, with the same request. The same id for another request, or another id for what has been done, is refused.
create function ledger_begin(
  operation uuid, operation_kind text, subject uuid, operation_step integer, actor uuid, happened_at timestamptz, asked jsonb
) returns boolean language plpgsql as $$
declare
  earlier ledger_operations;
begin
  insert into ledger_operations (id, kind, subject_id, step, actor_id, request, at)
  values (operation, operation_kind, subject, operation_step, actor, asked, happened_at)
  on conflict do nothing;
  if found then
    return true;
  end if;
  select * into earlier from ledger_operations where id = operation;
  if not found then
    raise exception '% has been done for % already', operation_kind, subject using errcode = 'LG002';
  end if;
  if (earlier.kind, earlier.subject_id, earlier.step, earlier.request)
      is distinct from (operation_kind, subject, operation_step, asked) then
    raise exception 'that id belongs to another request' using errcode = 'LG001';
  end if;
  return false;
end $$;

create function ledger_must_be_above_zero(amount bigint) returns void language plpgsql as $$
begin
  if amount is null or amount <= 0 then
    raise exception 'an amount is above zero' using errcode = 'LG006';
  end if;
end $$;

-- Moves the amounts, in one statement; nothing where an amount is zero.
create function ledger_move(operation uuid, debits bigint[], credits bigint[], amounts bigint[]) returns void
language plpgsql as $$
begin
  if exists (select from ledger_accounts where id = any (debits || credits) and closed) then
    raise exception 'that account is closed' using errcode = 'LG003';
  end if;
  insert into ledger_transfers (operation_id, debit_account, credit_account, amount_paise)
  select operation, debit, credit, amount
  from unnest(debits, credits, amounts) each_one (debit, credit, amount)
  where amount <> 0;
end $$;

create function ledger_line(operation uuid, account bigint, amount bigint, line_source text, line_text text, happened_at timestamptz)
returns void language plpgsql as $$
begin
  if amount <> 0 then
    insert into ledger_lines (account_id, operation_id, amount_paise, source, description, at)
    values (account, operation, amount, line_source, line_text, happened_at);
  end if;
end $$;

create function ledger_close(account bigint) returns void language sql
begin atomic
  update ledger_accounts set closed = true where id = account;
end;

-- Every account with what stands on it, also those that keep no balance.
create view ledger_balances as
select a.id, a.kind, a.subject_id, a.owner_id, a.closed,
  case when a.kept then a.balance_paise else (coalesce(s.balance_paise, 0) + later.sum_paise)::bigint end as balance_paise
from ledger_accounts a
left join ledger_snapshots s on s.account_id = a.id
left join lateral (
  select coalesce(sum(amount), 0) as sum_paise from (
    select amount_paise as amount from ledger_transfers where credit_account = a.id and id > coalesce(s.up_to_transfer, 0)
    union all
    select -amount_paise from ledger_transfers where debit_account = a.id and id > coalesce(s.up_to_transfer, 0)
  ) each_side
) later on not a.kept;

-- The number of the last transfer below which no other can appear any more. The lock waits for those on their way and is given
-- back at the end of the caller's database transaction, which should do nothing else.
create function ledger_horizon() returns bigint language plpgsql security definer set search_path = public, pg_temp as $$
begin
  lock table ledger_transfers in share mode;
  return coalesce((select max(id) from ledger_transfers), 0);
end $$;

create function ledger_roll_up(horizon bigint) returns void language sql security definer set search_path = public, pg_temp
begin atomic
  insert into ledger_snapshots as s (account_id, up_to_transfer, balance_paise)
  select a.id, horizon, coalesce(old.balance_paise, 0)
    + coalesce((select sum(amount_paise) from ledger_transfers t
        where t.credit_account = a.id and t.id > coalesce(old.up_to_transfer, 0) and t.id <= horizon), 0)
    - coalesce((select sum(amount_paise) from ledger_transfers t
        where t.debit_account = a.id and t.id > coalesce(old.up_to_transfer, 0) and t.id <= horizon), 0)
  from ledger_accounts a left join ledger_snapshots old on old.account_id = a.id
  where not a.kept and horizon > coalesce(old.up_to_transfer, 0)
  on conflict (account_id) do update set up_to_transfer = excluded.up_to_transfer, balance_paise = excluded.balance_paise
    where s.up_to_transfer < excluded.up_to_transfer;
end;

-- The books can be read. They are written by the functions of the rooms above, which run as the owner.
revoke insert, update, delete on ledger_account_kinds, ledger_accounts, ledger_operations, ledger_transfers, ledger_lines, ledger_snapshots
  from samjhao_app;
revoke execute on function ledger_account(text, uuid, uuid), ledger_account(text), ledger_lock, ledger_begin, ledger_move, ledger_line, ledger_close, ledger_must_be_above_zero from samjhao_app, public;
