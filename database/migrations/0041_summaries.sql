-- serves: 0032
-- The summary of a session, written by its expert from a template.

create table session_summaries (
  session_id uuid primary key references help_sessions (id),
  -- The summary belongs to the student, so it is deleted with the student's account and stays after the expert's.
  student_id uuid not null references profiles (id),
  expert_id uuid not null references profiles (id),
  done text not null check (length(done) <= 500),
  practice text not null check (length(practice) <= 500),
  next_time text not null check (length(next_time) <= 500),
  -- The expert suggests that the student books another session.
  suggests_booking boolean not null,
  written_at timestamptz not null,
  changed_at timestamptz,
  -- Hidden by the team: the student sees only the reason.
  hidden_at timestamptz,
  hidden_reason text,
  check ((hidden_at is null) = (hidden_reason is null)),
  check (done <> '' or practice <> '' or next_time <> '')
);
create index session_summaries_student_idx on session_summaries (student_id, written_at desc);
create index session_summaries_expert_idx on session_summaries (expert_id, written_at desc);

-- The newest list; an older node deletes accounts without knowing summaries.
create or replace function forget_deleted_account(account uuid, former_email text) returns void language plpgsql as $$
begin
  delete from email_links where profile_id = account;
  delete from passkeys where profile_id = account;
  delete from passkey_offers where profile_id = account;
  delete from suspicious_pairs where account in (first_id, second_id);
  delete from hourly_counts where key = 'email link ' || account;
  delete from sign_in_throttles where about = former_email or key in ('guesses of ' || former_email, 'code ' || account);
  update withdrawals set account_fingerprint = null where expert_id = account and account_fingerprint is not null;
  update profiles set email_confirmed_at = null where id = account and email_confirmed_at is not null;
  delete from session_summaries where student_id = account;
end $$;
