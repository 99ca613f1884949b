-- The product's money: its accounts, and one function for each thing that can happen to it. Each function is one round trip, runs as
-- the owner of the books, and may be called any number of times with the same id. All work in one order, so that none waits for another in a
-- circle: open the accounts, lock them, begin the operation, move.

insert into ledger_account_kinds (kind, kept, may_be_negative) values
  ('student_wallet', true, false),
  -- One for each session or booking, owned by its student.
  ('session_escrow', true, false),
  ('expert_earnings', true, false),
  -- What an expert owes since a refund came after the payout; never above zero.
  ('expert_debt', true, true),
  -- One for each withdrawal.
  ('payout_in_flight', true, false),
  -- One for each amount on its way back to where it was paid from.
  ('return_in_flight', true, false),
  ('platform_fee', false, true),
  ('refund_reserve', false, true),
  ('gateway_clearing', false, true),
  ('bank_clearing', false, true);

-- Those that exist once are there from the beginning.
insert into ledger_accounts (kind, kept, may_be_negative)
select kind, kept, may_be_negative from ledger_account_kinds where not kept;

-- How much a student wants to spend in a day at most.
create table spending_limits (
  student_id uuid primary key references profiles (id) on delete cascade,
  daily_paise bigint not null check (daily_paise > 0),
  changed_at timestamptz not null
);

create function kolkata_midnight(instant timestamptz) returns timestamptz language sql stable
  return date_trunc('day', instant, 'Asia/Kolkata');

create function wallet_on_hold(student uuid) returns bigint language sql stable
  return (select coalesce(sum(balance_paise), 0)::bigint from ledger_accounts
    where owner_id = student and kind = 'session_escrow' and not closed);

-- What the student's sessions of this day in Kolkata have cost, with what is held for those that run.
create function wallet_spent_today(student uuid, at_instant timestamptz) returns bigint language sql stable
  return wallet_on_hold(student) - coalesce((
    select sum(l.amount_paise)::bigint from ledger_lines l
    join ledger_accounts a on a.id = l.account_id
    where a.kind = 'student_wallet' and a.subject_id = student
      and l.at >= kolkata_midnight(at_instant) and l.source = 'session'), 0);

-- Money that a provider has proved to have. One payment credits once, whoever reports it.
create function wallet_add_money(operation uuid, actor uuid, happened_at timestamptz, student uuid, payment uuid, amount bigint, line_text text)
returns boolean language plpgsql security definer set search_path = public, pg_temp as $$
declare
  wallet bigint;
begin
  perform ledger_must_be_above_zero(amount);
  wallet := ledger_account('student_wallet', student, student);
  perform ledger_lock(wallet);
  if not ledger_begin(operation, 'add_money', payment, 0, actor, happened_at, jsonb_build_object('student', student, 'amount', amount)) then
    return false;
  end if;
  perform ledger_move(operation, array[ledger_account('gateway_clearing')], array[wallet], array[amount]);
  perform ledger_line(operation, wallet, amount, 'top-up', line_text, happened_at);
  return true;
end $$;

-- Holds money for a session or a booking. Step 0 opens the escrow, every further step extends it.
create function wallet_hold(operation uuid, actor uuid, happened_at timestamptz, student uuid, session uuid, hold_step integer, amount bigint)
returns boolean language plpgsql security definer set search_path = public, pg_temp as $$
declare
  wallet bigint;
  escrow bigint;
  spend_at_most bigint;
begin
  perform ledger_must_be_above_zero(amount);
  wallet := ledger_account('student_wallet', student, student);
  escrow := ledger_account('session_escrow', session, student);
  perform ledger_lock(wallet, escrow);
  if not ledger_begin(operation, 'hold', session, hold_step, actor, happened_at, jsonb_build_object('student', student, 'amount', amount)) then
    return false;
  end if;
  if (select owner_id from ledger_accounts where id = escrow) <> student then
    raise exception 'the escrow of % is another student''s', session using errcode = 'LG006';
  end if;
  select daily_paise into spend_at_most from spending_limits where student_id = student;
  if found and wallet_spent_today(student, happened_at) + amount > spend_at_most then
    raise exception 'that is above the daily limit' using errcode = 'LG005';
  end if;
  perform ledger_move(operation, array[wallet], array[escrow], array[amount]);
  return true;
end $$;

-- Extends the holds of many sessions in one statement, for the meter. Those that cannot be extended (no money, above the daily
-- limit, ended) are left out of the answer and do not disturb the others.
create function wallet_extend_holds(
  operations uuid[], happened_at timestamptz, students uuid[], sessions uuid[], steps integer[], amounts bigint[]
) returns setof uuid language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  accounts bigint[];
begin
  select array_agg(a.id) into accounts from (
    select 'student_wallet' as kind, student as subject_id from unnest(students) student
    union all
    select 'session_escrow', session from unnest(sessions) session
  ) wanted
  join ledger_accounts a on a.kind = wanted.kind and a.subject_id = wanted.subject_id;
  perform from ledger_accounts where id = any (accounts) order by id for update;
  return query
  with asked as materialized (
    select distinct on (w.id) u.*, jsonb_build_object('student', u.student, 'amount', u.amount) as request,
      w.id as wallet, e.id as escrow, w.balance_paise, e.closed, o.id is not null as done,
      l.daily_paise is not null and wallet_spent_today(u.student, happened_at) + u.amount > l.daily_paise as above_limit
    from unnest(operations, students, sessions, steps, amounts) u (operation, student, session, step, amount)
    join ledger_accounts w on w.kind = 'student_wallet' and w.subject_id = u.student
    join ledger_accounts e on e.kind = 'session_escrow' and e.subject_id = u.session and e.owner_id = u.student
    left join ledger_operations o on o.kind = 'hold' and o.subject_id = u.session and o.step = u.step
    left join spending_limits l on l.student_id = u.student
    order by w.id, u.step
  ), begun as (
    insert into ledger_operations (id, kind, subject_id, step, actor_id, request, at)
    select operation, 'hold', session, step, null, request, happened_at from asked
    where not done and not closed and not above_limit and balance_paise >= amount
    returning id
  ), moved as (
    insert into ledger_transfers (operation_id, debit_account, credit_account, amount_paise)
    select operation, wallet, escrow, amount from asked join begun on begun.id = operation
  )
  select session from asked join begun on begun.id = operation
  union all
  -- Extended by an earlier call that said the same.
  select session from asked join ledger_operations o on o.id = operation and o.request = asked.request where done;
end $$;

-- The end of a session or booking: expert and platform get their parts of what was used, the rest returns, the escrow is closed.
-- What the expert owes is repaid first. A release is a settlement of nothing, so there is one of the two.
create function wallet_settle(
  operation uuid, actor uuid, happened_at timestamptz, student uuid, expert uuid, session uuid, total bigint, expert_part bigint,
  student_text text, expert_text text
) returns boolean language plpgsql security definer set search_path = public, pg_temp as $$
declare
  wallet bigint;
  escrow bigint;
  earnings bigint;
  debt bigint;
  held bigint;
  repaid bigint;
begin
  if total < 0 or expert_part < 0 or expert_part > total then
    raise exception 'the parts do not make the total' using errcode = 'LG006';
  end if;
  wallet := ledger_account('student_wallet', student, student);
  escrow := ledger_account('session_escrow', session, student);
  earnings := ledger_account('expert_earnings', expert, expert);
  debt := ledger_account('expert_debt', expert, expert);
  perform ledger_lock(wallet, escrow, earnings, debt);
  if not ledger_begin(operation, 'settle', session, 0, actor, happened_at,
    jsonb_build_object('student', student, 'expert', expert, 'total', total, 'expert_part', expert_part)) then
    return false;
  end if;
  if (select owner_id from ledger_accounts where id = escrow) <> student then
    raise exception 'the escrow of % is another student''s', session using errcode = 'LG006';
  end if;
  held := ledger_kept_balance(escrow);
  if total > held then
    raise exception 'more was used than was held' using errcode = 'LG006';
  end if;
  repaid := least(-ledger_kept_balance(debt), expert_part);
  perform ledger_move(operation,
    array[escrow, escrow, escrow, escrow],
    array[debt, earnings, ledger_account('platform_fee'), wallet],
    array[repaid, expert_part - repaid, total - expert_part, held - total]);
  perform ledger_close(escrow);
  perform ledger_line(operation, wallet, -total, 'session', student_text, happened_at);
  perform ledger_line(operation, earnings, expert_part, 'session', expert_text, happened_at);
  perform ledger_line(operation, earnings, -repaid, 'repayment', 'Repaid for an earlier refund', happened_at);
  return true;
end $$;

-- Whole or part of a settled session back to the student, by the same parts in which it was shared. What the expert no longer
-- has comes from the reserve and becomes the expert's debt.
create function wallet_refund(
  operation uuid, actor uuid, happened_at timestamptz, session uuid, amount bigint, student_text text, expert_text text
) returns boolean language plpgsql security definer set search_path = public, pg_temp as $$
declare
  settled jsonb;
  student uuid;
  expert uuid;
  wallet bigint;
  earnings bigint;
  debt bigint;
  reserve bigint;
  expert_part bigint;
  at_hand bigint;
begin
  select request into settled from ledger_operations o where o.kind = 'settle' and o.subject_id = session and o.step = 0;
  if not found or amount <= 0 or amount > (settled ->> 'total')::bigint then
    raise exception 'no more can be refunded than was paid' using errcode = 'LG006';
  end if;
  student := settled ->> 'student';
  expert := settled ->> 'expert';
  -- In numeric, which does not overflow; the expert's part is rounded down here as it was there.
  expert_part := div(amount::numeric * (settled ->> 'expert_part')::numeric, (settled ->> 'total')::numeric);
  wallet := ledger_account('student_wallet', student, student);
  earnings := ledger_account('expert_earnings', expert, expert);
  debt := ledger_account('expert_debt', expert, expert);
  reserve := ledger_account('refund_reserve');
  perform ledger_lock(wallet, earnings, debt);
  if not ledger_begin(operation, 'refund', session, 0, actor, happened_at, jsonb_build_object('amount', amount)) then
    return false;
  end if;
  at_hand := least(ledger_kept_balance(earnings), expert_part);
  perform ledger_move(operation,
    array[earnings, reserve, debt, ledger_account('platform_fee')],
    array[wallet, wallet, reserve, wallet],
    array[at_hand, expert_part - at_hand, expert_part - at_hand, amount - expert_part]);
  perform ledger_line(operation, wallet, amount, 'refund', student_text, happened_at);
  perform ledger_line(operation, earnings, -at_hand, 'refund', expert_text, happened_at);
  return true;
end $$;

create function wallet_request_payout(operation uuid, actor uuid, happened_at timestamptz, expert uuid, withdrawal uuid, amount bigint, line_text text)
returns boolean language plpgsql security definer set search_path = public, pg_temp as $$
declare
  earnings bigint;
  payout bigint;
begin
  perform ledger_must_be_above_zero(amount);
  earnings := ledger_account('expert_earnings', expert, expert);
  payout := ledger_account('payout_in_flight', withdrawal, expert);
  perform ledger_lock(earnings, payout);
  if not ledger_begin(operation, 'request_payout', withdrawal, 0, actor, happened_at, jsonb_build_object('expert', expert, 'amount', amount)) then
    return false;
  end if;
  perform ledger_move(operation, array[earnings], array[payout], array[amount]);
  perform ledger_line(operation, earnings, -amount, 'withdrawal', line_text, happened_at);
  return true;
end $$;

-- A payout reaches the bank, or returns to the expert: one of the two, once.
create function wallet_end_payout(operation uuid, actor uuid, happened_at timestamptz, withdrawal uuid, paid boolean, line_text text)
returns boolean language plpgsql security definer set search_path = public, pg_temp as $$
declare
  expert uuid;
  payout bigint;
  earnings bigint;
  amount bigint;
begin
  select id, owner_id into payout, expert from ledger_accounts where kind = 'payout_in_flight' and subject_id = withdrawal;
  if not found then
    raise exception 'no payout is under way for %', withdrawal using errcode = 'LG006';
  end if;
  earnings := ledger_account('expert_earnings', expert, expert);
  perform ledger_lock(earnings, payout);
  if not ledger_begin(operation, 'end_payout', withdrawal, 0, actor, happened_at, jsonb_build_object('paid', paid)) then
    return false;
  end if;
  amount := ledger_kept_balance(payout);
  perform ledger_move(operation, array[payout], array[case when paid then ledger_account('bank_clearing') else earnings end], array[amount]);
  perform ledger_close(payout);
  if not paid then
    perform ledger_line(operation, earnings, amount, 'withdrawal', line_text, happened_at);
  end if;
  return true;
end $$;

-- A bank sent back what had been paid out.
create function wallet_payout_came_back(operation uuid, actor uuid, happened_at timestamptz, withdrawal uuid, line_text text)
returns boolean language plpgsql security definer set search_path = public, pg_temp as $$
declare
  asked jsonb;
  expert uuid;
  earnings bigint;
begin
  if not exists (select from ledger_operations where kind = 'end_payout' and subject_id = withdrawal and request ->> 'paid' = 'true') then
    raise exception 'nothing was paid out for %', withdrawal using errcode = 'LG006';
  end if;
  select request into asked from ledger_operations where kind = 'request_payout' and subject_id = withdrawal;
  expert := asked ->> 'expert';
  earnings := ledger_account('expert_earnings', expert, expert);
  perform ledger_lock(earnings);
  if not ledger_begin(operation, 'payout_came_back', withdrawal, 0, actor, happened_at, '{}') then
    return false;
  end if;
  perform ledger_move(operation, array[ledger_account('bank_clearing')], array[earnings], array[(asked ->> 'amount')::bigint]);
  perform ledger_line(operation, earnings, (asked ->> 'amount')::bigint, 'withdrawal', line_text, happened_at);
  return true;
end $$;

-- Added money on its way back to where it was paid from.
create function wallet_send_back(operation uuid, actor uuid, happened_at timestamptz, student uuid, money_return uuid, amount bigint, line_text text)
returns boolean language plpgsql security definer set search_path = public, pg_temp as $$
declare
  wallet bigint;
  flight bigint;
begin
  perform ledger_must_be_above_zero(amount);
  wallet := ledger_account('student_wallet', student, student);
  flight := ledger_account('return_in_flight', money_return, student);
  perform ledger_lock(wallet, flight);
  if not ledger_begin(operation, 'send_back', money_return, 0, actor, happened_at, jsonb_build_object('student', student, 'amount', amount)) then
    return false;
  end if;
  perform ledger_move(operation, array[wallet], array[flight], array[amount]);
  perform ledger_line(operation, wallet, -amount, 'sent back', line_text, happened_at);
  return true;
end $$;

create function wallet_end_send_back(operation uuid, actor uuid, happened_at timestamptz, money_return uuid, arrived boolean, line_text text)
returns boolean language plpgsql security definer set search_path = public, pg_temp as $$
declare
  student uuid;
  flight bigint;
  wallet bigint;
  amount bigint;
begin
  select id, owner_id into flight, student from ledger_accounts where kind = 'return_in_flight' and subject_id = money_return;
  if not found then
    raise exception 'nothing is on its way back for %', money_return using errcode = 'LG006';
  end if;
  wallet := ledger_account('student_wallet', student, student);
  perform ledger_lock(wallet, flight);
  if not ledger_begin(operation, 'end_send_back', money_return, 0, actor, happened_at, jsonb_build_object('arrived', arrived)) then
    return false;
  end if;
  amount := ledger_kept_balance(flight);
  perform ledger_move(operation, array[flight], array[case when arrived then ledger_account('gateway_clearing') else wallet end], array[amount]);
  perform ledger_close(flight);
  if not arrived then
    perform ledger_line(operation, wallet, amount, 'sent back', line_text, happened_at);
  end if;
  return true;
end $$;

-- The names under which the specification knows these figures, in rupees.
create view transactions as
select l.id, a.owner_id as user_id, (abs(l.amount_paise) / 100.0)::numeric(14, 2) as amount,
  case when l.amount_paise > 0 then 'credit' else 'debit' end as type,
  l.source, l.description, l.at as created_at
from ledger_lines l
join ledger_accounts a on a.id = l.account_id;

create function wallet_available(owner uuid, account_kind text) returns bigint language sql stable
  return coalesce((select balance_paise from ledger_accounts where kind = account_kind and subject_id = owner), 0);

-- What sessions brought since midnight in Kolkata, less what was refunded.
create function wallet_earned_today(expert uuid, at_instant timestamptz) returns bigint language sql stable
  return coalesce((
    select sum(l.amount_paise)::bigint from ledger_lines l
    join ledger_accounts a on a.id = l.account_id
    where a.kind = 'expert_earnings' and a.subject_id = expert
      and l.at >= kolkata_midnight(at_instant) and l.source in ('session', 'refund')), 0);

create or replace view students as
select
  p.id, p.full_name, p.email, p.phone_number, d.parents_whatsapp_number, d.about_me, d.languages,
  0 as past_sessions,
  (wallet_available(p.id, 'student_wallet') / 100.0)::numeric(14, 2) as wallet_balance,
  d.user_since, d.updated_at
from profiles p
join student_details d on d.profile_id = p.id;

create or replace view expert_profiles as
select
  e.id, e.user_id, p.full_name, p.phone_number, e.title, e.profile_photo, e.expertise_category, e.subcategories,
  e.key_subjects, e.experience_years, e.highest_degree, e.expertise_brief, e.speak_language, e.member_since,
  bayesian_rating(e.review_stars, e.review_count)::numeric(3, 2) as rating,
  e.review_count as reviews,
  e.session_count as sessions,
  (wallet_earned_today(e.user_id, now()) / 100.0)::numeric(14, 2) as todays_earnings,
  (wallet_available(e.user_id, 'expert_earnings') / 100.0)::numeric(14, 2) as wallet_balance,
  e.is_online, e.last_seen, e.updated_at
from experts e
join profiles p on p.id = e.user_id;

create or replace function get_wallet_balance(user_id uuid) returns numeric language sql stable
  return (select (coalesce(sum(a.balance_paise), 0) / 100.0)::numeric(14, 2) from ledger_accounts a
    where a.subject_id = $1 and a.kind in ('student_wallet', 'expert_earnings'));

-- Whether anything stands in this person's name, here, on its way, held or owed.
create function wallet_is_empty(owner uuid) returns boolean language sql stable
  return not exists (select from ledger_accounts where owner_id = owner and balance_paise <> 0);

-- Held money that belongs to nothing which is alive: the audit asks for it. Sessions and bookings will say which are theirs.
create view stale_escrows as
select a.subject_id, a.owner_id, a.balance_paise, max(o.at) as last_at
from ledger_accounts a
join ledger_operations o on o.kind = 'hold' and o.subject_id = a.subject_id
where a.kind = 'session_escrow' and not a.closed
group by a.id;
