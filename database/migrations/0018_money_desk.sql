-- The money desk of the team: every night's proof of the books, corrections by two people, what the team finds in the books; what the
-- team writes on public pages; how far each mail has come.

-- The last proof of each day in Kolkata, and what it found.
create table book_proofs (
  day date primary key,
  proved_at timestamptz not null,
  mismatches jsonb not null default '[]'
);
insert into book_proofs (day, proved_at, mismatches)
select distinct on ((at at time zone 'Asia/Kolkata')::date) (at at time zone 'Asia/Kolkata')::date, at, coalesce(details -> 'mismatches', '[]')
from audit_log where act in ('books proved', 'books found wrong')
order by (at at time zone 'Asia/Kolkata')::date, id desc;

-- Somebody of the team proposes to move money between a person and the platform, somebody else confirms it.
create table corrections (
  -- Made by the browser before its first try; the operation in the books is derived from it.
  id uuid primary key,
  person_id uuid not null references profiles (id),
  from_account text not null references ledger_account_kinds (kind),
  to_account text not null references ledger_account_kinds (kind),
  amount_paise bigint not null check (amount_paise > 0),
  -- What the person reads on the statement; one of a list, so that no line names anybody.
  cause text not null,
  -- For the team. Leaves with the account of the person, as the answer does.
  reason text check (length(reason) between 1 and 1000),
  state text not null default 'proposed' check (state in ('proposed', 'confirmed', 'rejected')),
  proposed_by uuid not null references profiles (id),
  proposed_at timestamptz not null,
  expires_at timestamptz not null,
  decided_by uuid references profiles (id),
  decided_at timestamptz,
  answer text check (length(answer) between 1 and 1000),
  -- One side is the person's, the other is the platform's.
  constraint corrections_between_person_and_platform check (
    (from_account in ('student_wallet', 'expert_earnings')) <> (to_account in ('student_wallet', 'expert_earnings'))
    and from_account in ('student_wallet', 'expert_earnings', 'platform_fee', 'refund_reserve', 'gateway_clearing', 'bank_clearing')
    and to_account in ('student_wallet', 'expert_earnings', 'platform_fee', 'refund_reserve', 'gateway_clearing', 'bank_clearing')),
  constraint corrections_decided_by_somebody
    check ((state = 'proposed') = (decided_at is null) and (decided_at is null) = (decided_by is null)),
  constraint corrections_need_two_people check (state <> 'confirmed' or decided_by <> proposed_by)
);
create index corrections_proposed_idx on corrections (proposed_at, id);
create index corrections_amount_idx on corrections (amount_paise, id);
create index corrections_state_proposed_idx on corrections (state, proposed_at, id);
create index corrections_state_amount_idx on corrections (state, amount_paise, id);
create index corrections_person_idx on corrections (person_id);

create function correction_is_guarded() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.state <> 'proposed' then
      raise exception 'a correction begins as a proposal' using errcode = 'LG902';
    end if;
    return new;
  end if;
  if (new.id, new.person_id, new.from_account, new.to_account, new.amount_paise, new.cause, new.proposed_by, new.proposed_at, new.expires_at)
      is distinct from (old.id, old.person_id, old.from_account, old.to_account, old.amount_paise, old.cause, old.proposed_by, old.proposed_at, old.expires_at)
    or (old.state <> 'proposed' and (new.state, new.decided_by, new.decided_at) is distinct from (old.state, old.decided_by, old.decided_at)) then
    raise exception 'a correction stays what it is' using errcode = 'LG902';
  end if;
  if new.state = 'confirmed' and not exists (select from ledger_operations where kind = 'correct' and subject_id = new.id) then
    raise exception 'a correction is made when the books say so' using errcode = 'LG902';
  end if;
  return new;
end $$;
create trigger corrections_guard before insert or update on corrections for each row execute function correction_is_guarded();
create trigger corrections_stay before delete on corrections for each row execute function ledger_is_history();
create trigger corrections_stay_whole before truncate on corrections execute function ledger_is_history();
revoke delete on corrections from samjhao_app;

-- Posts a proposal, once. Whoever calls it gives no amount and no account: both are what was proposed, and the one who acts is
-- somebody of the team and not the one who proposed. A person's account that would go below zero refuses by itself.
create function wallet_correct(operation uuid, actor uuid, happened_at timestamptz, correction uuid, line_text text)
returns boolean language plpgsql security definer set search_path = public, pg_temp as $$
declare
  proposal corrections;
  persons_kind text;
  own_account bigint;
  platforms bigint;
  gives boolean;
begin
  -- The person first, as whoever deletes an account does: money must not reach one that is gone.
  perform from profiles where id = (select person_id from corrections where id = correction) and deleted_at is null for share;
  if not found then
    raise exception 'nothing is proposed under %, or for nobody', correction using errcode = 'LG006';
  end if;
  select * into proposal from corrections where id = correction for update;
  if proposal.state = 'rejected' or (proposal.state = 'proposed' and happened_at > proposal.expires_at) then
    raise exception 'that proposal is over' using errcode = 'LG003';
  end if;
  if actor is null or actor = proposal.proposed_by
      or not exists (select from profiles where id = actor and role = 'team' and deleted_at is null) then
    raise exception 'a correction needs a second person' using errcode = 'LG006';
  end if;
  gives := proposal.to_account in ('student_wallet', 'expert_earnings');
  persons_kind := case when gives then proposal.to_account else proposal.from_account end;
  own_account := ledger_account(persons_kind, proposal.person_id, proposal.person_id);
  platforms := ledger_account(case when gives then proposal.from_account else proposal.to_account end);
  perform ledger_lock(own_account);
  if not ledger_begin(operation, 'correct', correction, 0, actor, happened_at, jsonb_build_object('person', proposal.person_id,
    'from', proposal.from_account, 'to', proposal.to_account, 'amount', proposal.amount_paise, 'proposed_by', proposal.proposed_by)) then
    return false;
  end if;
  perform ledger_move(operation,
    array[case when gives then platforms else own_account end],
    array[case when gives then own_account else platforms end],
    array[proposal.amount_paise]);
  perform ledger_line(operation, own_account, case when gives then proposal.amount_paise else -proposal.amount_paise end,
    'correction', line_text, happened_at);
  update corrections set state = 'confirmed', decided_by = actor, decided_at = happened_at where id = correction;
  return true;
end $$;

-- How the team finds operations, and what the fee was by day.
create index ledger_operations_at_idx on ledger_operations (at, id);
create index ledger_operations_kind_at_idx on ledger_operations (kind, at, id);
create index ledger_operations_subject_idx on ledger_operations (subject_id, at);

-- The sessions of a month, for its export.
create index help_sessions_settled_idx on help_sessions (settled_at, id) where state = 'settled';

-- What the team writes on public pages, in three parts. A page that is older than the last change of its part is refused.
create table content_parts (
  part text primary key check (part in ('figures', 'catalogue', 'answers')),
  version integer not null default 0
);
insert into content_parts (part) values ('figures'), ('catalogue'), ('answers');

-- The order of a category and of what is in it, and the subjects that it suggests. Without a row the list in the code holds; what the
-- code does not know is left out, what the row does not know comes last.
create table category_content (
  id text primary key,
  place smallint not null,
  subcategories text[] not null,
  suggestions text[] not null
);

-- Questions that people ask, with plain answers. Without any row the texts in the code hold.
create table common_answers (
  place smallint primary key,
  question text not null check (length(question) between 1 and 200),
  answer text not null check (length(answer) between 1 and 1000)
);

-- How far each mail has come: what was tried by a job. What has not been tried yet stands in the queue alone.
create table mails (
  -- Derived from the job and the address: a repeated try of the same mail is the same row.
  id uuid primary key,
  job_id bigint not null,
  -- The job that sends it, which says what kind of mail it is.
  kind text not null,
  profile_id uuid references profiles (id),
  -- Masked: 'a•••@samjhao.example'.
  address text not null,
  state text not null check (state in ('sent', 'failed', 'given_up')),
  tries integer not null default 1,
  -- What the mail server said, without the address.
  error text check (length(error) <= 500),
  first_at timestamptz not null,
  changed_at timestamptz not null,
  constraint mails_failed_have_words check ((state = 'sent') = (error is null))
);
create index mails_changed_idx on mails (changed_at, id);
create index mails_state_changed_idx on mails (state, changed_at, id);
create index mails_kind_changed_idx on mails (kind, changed_at, id);
create index mails_profile_idx on mails (profile_id, changed_at, id);
