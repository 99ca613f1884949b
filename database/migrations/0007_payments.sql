-- Money that comes from outside and goes back there. These rows say how far each payment and each return has come; what they are
-- worth stands in the books. They are history: nobody deletes them, and what is paid stays paid.

create table payments (
  -- Made by the browser before its first try, so that however often it asks there is one payment.
  id uuid primary key,
  student_id uuid not null references profiles (id),
  provider text not null check (provider in ('demo', 'razorpay')),
  amount_paise bigint not null check (amount_paise between 100 and 5000000),
  state text not null default 'started' check (state in ('started', 'pending', 'paid', 'failed')),
  -- What the provider calls the request for money, and the money.
  provider_order text,
  provider_payment text,
  -- On its way back to where it came from, or there.
  returned_paise bigint not null default 0,
  failure text,
  started_at timestamptz not null,
  changed_at timestamptz not null,
  constraint payments_one_for_each_order unique (provider, provider_order),
  constraint payments_one_for_each_payment unique (provider, provider_payment),
  constraint payments_paid_by_something check (state <> 'paid' or provider_payment is not null),
  constraint payments_return_what_was_paid check (returned_paise between 0 and case when state = 'paid' then amount_paise else 0 end)
);
create index payments_student_idx on payments (student_id, started_at desc);
create index payments_undecided_idx on payments (started_at) where state in ('started', 'pending');

-- One part of a request to send money back: as much of one payment.
create table money_returns (
  id uuid primary key,
  -- Made by the browser, as the id of a payment.
  request_id uuid not null,
  payment_id uuid not null references payments (id),
  amount_paise bigint not null check (amount_paise > 0),
  state text not null default 'sending' check (state in ('sending', 'sent', 'failed')),
  provider_refund text unique,
  failure text,
  asked_at timestamptz not null,
  changed_at timestamptz not null,
  constraint money_returns_once_for_each_payment unique (request_id, payment_id)
);
create index money_returns_payment_idx on money_returns (payment_id);
create index money_returns_sending_idx on money_returns (asked_at) where state = 'sending';

create function payment_is_guarded() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.state <> 'started' or new.returned_paise <> 0 then
      raise exception 'a payment begins with nothing paid' using errcode = 'LG902';
    end if;
    return new;
  end if;
  if (new.id, new.student_id, new.provider, new.amount_paise, new.started_at)
      is distinct from (old.id, old.student_id, old.provider, old.amount_paise, old.started_at)
    or (old.provider_order is not null and new.provider_order is distinct from old.provider_order)
    or (old.state = 'paid' and (new.state, new.provider_payment) is distinct from (old.state, old.provider_payment)) then
    raise exception 'a payment stays what it is' using errcode = 'LG902';
  end if;
  if new.state = 'paid' and old.state <> 'paid' and not exists (
    select from ledger_operations where kind = 'add_money' and subject_id = new.id
      and request = jsonb_build_object('student', new.student_id, 'amount', new.amount_paise)) then
    raise exception 'a payment is paid when the books say so' using errcode = 'LG902';
  end if;
  if new.returned_paise <> old.returned_paise and pg_trigger_depth() < 2 then
    raise exception 'what is returned follows the returns' using errcode = 'LG902';
  end if;
  return new;
end $$;
create trigger payments_guard before insert or update on payments for each row execute function payment_is_guarded();

-- A return takes its part of the payment, and gives it back when it failed. The check on payments refuses what is too much.
create function money_return_takes_its_part() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    update payments set returned_paise = returned_paise + new.amount_paise where id = new.payment_id;
  elsif (new.id, new.request_id, new.payment_id, new.amount_paise)
      is distinct from (old.id, old.request_id, old.payment_id, old.amount_paise)
    or (old.state <> 'sending' and new.state <> old.state) then
    raise exception 'a return stays what it is' using errcode = 'LG902';
  elsif old.state = 'sending' and new.state = 'failed' then
    update payments set returned_paise = returned_paise - new.amount_paise where id = new.payment_id;
  end if;
  return new;
end $$;
create trigger money_returns_part after insert or update on money_returns
  for each row execute function money_return_takes_its_part();

do $$
declare
  history text;
begin
  foreach history in array array['payments', 'money_returns'] loop
    execute format('create trigger %s_stay before delete on %1$s for each row execute function ledger_is_history()', history);
    execute format('create trigger %s_stay_whole before truncate on %1$s execute function ledger_is_history()', history);
  end loop;
end $$;
revoke delete on payments, money_returns from samjhao_app;

-- The books of the demo provider: what a real one would know at its end. They name no person.
create table demo_orders (
  id text primary key,
  amount_paise bigint not null,
  choice text check (choice in ('pay', 'fail', 'wait')),
  chosen_at timestamptz,
  refunded_paise bigint not null default 0 check (refunded_paise between 0 and amount_paise)
);
create table demo_refunds (
  id text primary key,
  order_id text not null references demo_orders (id),
  amount_paise bigint not null check (amount_paise > 0)
);
