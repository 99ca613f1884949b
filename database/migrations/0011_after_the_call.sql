-- What people leave each other after a session that was paid for, what is given back, and whom students want to find again.
-- `expert_id` is the person, as in help_sessions; the public record may be gone one day.

-- The expert's words for the student, written once. They are about the student and leave with the student's account.
create table session_feedback (
  id uuid primary key default uuidv7(),
  session_id uuid not null unique references help_sessions (id),
  student_id uuid not null references profiles (id),
  expert_id uuid not null references profiles (id),
  created_at timestamptz not null,
  student_strengths text[] not null,
  custom_strengths text not null check (length(custom_strengths) <= 500),
  improvement_areas text[] not null,
  custom_improvements text not null check (length(custom_improvements) <= 500),
  motivational_note text not null check (length(motivational_note) <= 500)
);
create index session_feedback_student_idx on session_feedback (student_id, created_at desc, id desc);
create index session_feedback_expert_idx on session_feedback (expert_id);

create table reviews (
  id uuid primary key default uuidv7(),
  session_id uuid not null unique references help_sessions (id),
  student_id uuid not null references profiles (id),
  expert_id uuid not null references profiles (id),
  rating smallint not null check (rating between 1 and 5),
  -- Leaves with the account of the student; the stars stay.
  comment text check (length(comment) between 1 and 1000),
  created_at timestamptz not null,
  changed_at timestamptz,
  -- Leaves with the account of either.
  answer text check (length(answer) between 1 and 1000),
  answered_at timestamptz,
  -- Taken away by the team: shown to nobody, and its stars do not count.
  hidden_at timestamptz,
  hidden_reason text,
  constraint reviews_hidden_have_a_reason check ((hidden_at is null) = (hidden_reason is null)),
  constraint reviews_answers_have_a_time check (answer is null or answered_at is not null)
);
create index reviews_shown_idx on reviews (expert_id, created_at desc, id desc) where hidden_at is null;
create index reviews_student_idx on reviews (student_id);

create function review_is_guarded() returns trigger language plpgsql as $$
begin
  if (new.id, new.session_id, new.student_id, new.expert_id, new.created_at)
      is distinct from (old.id, old.session_id, old.student_id, old.expert_id, old.created_at)
    or (old.answered_at is not null and new.answered_at is distinct from old.answered_at) then
    raise exception 'a review stays what it is';
  end if;
  return new;
end $$;
create trigger reviews_guard before update on reviews for each row execute function review_is_guarded();
revoke delete on reviews from samjhao_app;

-- How many gave one star, two stars and so on, beside the sum and the count of all.
alter table experts add column star_counts integer[] not null default '{0,0,0,0,0}'
  check (cardinality(star_counts) = 5 and 0 <= all (star_counts));

-- One more review costs the same however many there are. The row of the expert is what reviews of the same moment wait for.
create function rating_follows_review() returns trigger language plpgsql as $$
declare
  stars_before integer;
  stars_after integer := case when new.hidden_at is null then new.rating end;
begin
  if tg_op = 'UPDATE' and old.hidden_at is null then
    stars_before := old.rating;
  end if;
  if stars_before is distinct from stars_after then
    update experts set
      review_count = review_count + (stars_after is not null)::integer - (stars_before is not null)::integer,
      review_stars = review_stars + coalesce(stars_after, 0) - coalesce(stars_before, 0),
      star_counts = array(
        select n + (stars is not distinct from stars_after)::integer - (stars is not distinct from stars_before)::integer
        from unnest(star_counts) with ordinality each_count (n, stars) order by stars)
    where user_id = new.expert_id;
  end if;
  return null;
end $$;
create trigger rating_of_reviewed_expert after insert or update of rating, hidden_at on reviews
  for each row execute function rating_follows_review();

-- One for each session, asked for by its student, or found by the product itself. The money is in the books.
create table refund_requests (
  -- Made by the browser that asks, if one does.
  id uuid primary key default uuidv7(),
  session_id uuid not null unique references help_sessions (id),
  student_id uuid not null references profiles (id),
  -- What was wrong, where the facts alone prove it; nobody had to ask then.
  fault text check (fault in ('expert_left_early')),
  -- The words of the student, and of the team to the student; both leave with the account.
  reason text check (length(reason) <= 1000),
  answer text check (length(answer) <= 1000),
  state text not null default 'asked' check (state in ('asked', 'granted', 'refused')),
  asked_at timestamptz not null,
  decided_at timestamptz,
  -- Nobody where the product decided.
  decided_by uuid references profiles (id),
  refunded_paise bigint check (refunded_paise > 0),
  constraint refund_requests_decided_have_a_time check ((state = 'asked') = (decided_at is null)),
  constraint refund_requests_granted_have_an_amount check ((state = 'granted') = (refunded_paise is not null)),
  constraint refund_requests_faults_are_granted check (fault is null or (state = 'granted' and decided_by is null))
);
create index refund_requests_student_idx on refund_requests (student_id, asked_at desc);
create index refund_requests_open_idx on refund_requests (asked_at) where state = 'asked';

create function refund_request_is_guarded() returns trigger language plpgsql as $$
begin
  if (new.id, new.session_id, new.student_id, new.asked_at) is distinct from (old.id, old.session_id, old.student_id, old.asked_at)
    or (old.state <> 'asked' and (new.state, new.decided_at, new.decided_by, new.refunded_paise, new.fault)
      is distinct from (old.state, old.decided_at, old.decided_by, old.refunded_paise, old.fault)) then
    raise exception 'a refund that is decided stays decided';
  end if;
  return new;
end $$;
create trigger refund_requests_guard before update on refund_requests for each row execute function refund_request_is_guarded();
revoke delete on refund_requests from samjhao_app;

create table favourite_experts (
  student_id uuid not null references profiles (id) on delete cascade,
  expert_id uuid not null references experts (id) on delete cascade,
  created_at timestamptz not null,
  primary key (student_id, expert_id)
);
create index favourite_experts_expert_idx on favourite_experts (expert_id);
