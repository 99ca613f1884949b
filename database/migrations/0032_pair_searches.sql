-- serves: 0024
-- The calls that the evidence of a pair counts, so that a look covers exactly these: a call that ended between the search
-- and the look is still new. Nodes of the previous version leave them as they are; a pair that they looked at may return.
alter table suspicious_pairs
  add column short_calls uuid[] not null default '{}',
  -- The sessions that were refunded in full.
  add column refunded_calls uuid[] not null default '{}',
  -- Those of the last look.
  add column seen_short_calls uuid[] not null default '{}',
  add column seen_refunded_calls uuid[] not null default '{}';
update suspicious_pairs pair set
  seen_short_calls = array(
    select s.id from help_sessions s
    where s.student_id = pair.first_id and s.expert_id = pair.second_id and s.charged_paise > 0 and s.ended_at <= pair.looked_at),
  seen_refunded_calls = array(
    select s.id from help_sessions s join refund_requests refund on refund.session_id = s.id
    where s.student_id = pair.first_id and s.expert_id = pair.second_id and refund.state = 'granted'
      and refund.decided_at <= pair.looked_at)
where looked_at is not null;

-- A bank account of the expert that another expert account on the student's device uses has a figure of its own.
update suspicious_pairs set
  evidence = evidence || jsonb_build_object('sharedBankAccounts', 0, 'deviceBankAccounts', evidence -> 'sharedBankAccounts'),
  seen = seen || jsonb_build_object('sharedBankAccounts', 0, 'deviceBankAccounts', seen -> 'sharedBankAccounts')
where (evidence ->> 'paidSessions')::integer > 0;

-- One row: when the last search that has ended began, and when the team last requested one.
create table pair_searches (
  only_one boolean primary key default true check (only_one),
  searched_at timestamptz,
  requested_at timestamptz
);
insert into pair_searches default values;
revoke insert, delete on pair_searches from samjhao_app;
