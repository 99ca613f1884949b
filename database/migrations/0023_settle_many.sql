-- serves: 0022
-- The ends of many sessions at once, for the meter: when thousands are cut off in one moment, the way to the database and back for each
-- of them takes longer than the work. All accounts are locked first and in one order, so that two such batches never wait for each other.
-- Answers with the sessions that were settled now.
create function wallet_settle_many(
  operations uuid[], happened_at timestamptz, students uuid[], experts uuid[], sessions uuid[], totals bigint[],
  expert_parts bigint[], student_texts text[], expert_texts text[]
) returns setof uuid language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  accounts bigint[];
  asked record;
begin
  select array_agg(a.id) into accounts from (
    select 'student_wallet' as kind, student as subject_id from unnest(students) student
    union all
    select 'session_escrow', session from unnest(sessions) session
    union all
    select kind, expert from unnest(experts) expert, unnest(array['expert_earnings', 'expert_debt']) kind
  ) wanted
  join ledger_accounts a on a.kind = wanted.kind and a.subject_id = wanted.subject_id;
  perform from ledger_accounts where id = any (accounts) order by id for update;
  for asked in
    select * from unnest(operations, students, experts, sessions, totals, expert_parts, student_texts, expert_texts)
      u (operation, student, expert, session, total, expert_part, student_text, expert_text)
  loop
    if wallet_settle(asked.operation, null, happened_at, asked.student, asked.expert, asked.session, asked.total,
      asked.expert_part, asked.student_text, asked.expert_text) then
      return next asked.session;
    end if;
  end loop;
end $$;
