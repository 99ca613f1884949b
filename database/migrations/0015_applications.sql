-- Who applied to be an expert, what of an expert was verified, and why somebody is suspended.

-- One row for each application that came by mail. It has no account before it is accepted, and goes with the account, or some months
-- after it was rejected.
create table applications (
  -- Made with the form, so that what is sent twice is entered once.
  id uuid primary key,
  full_name text not null check (length(full_name) between 1 and 200),
  email text not null check (email = lower(email)),
  phone text not null check (length(phone) <= 40),
  category expertise_category not null,
  notes text not null default '' check (length(notes) <= 4000),
  stage text not null default 'received' check (stage in ('received', 'reviewing', 'interview', 'accepted', 'rejected')),
  -- Grows with every change; a page that saw an earlier one is told so.
  revision integer not null default 1,
  received_at timestamptz not null,
  -- The promise of /expert-apply: 72 hours later.
  answer_by timestamptz not null,
  -- When the applicant first heard from us: invited, accepted or rejected.
  answered_at timestamptz,
  interview_at timestamptz,
  entered_at timestamptz not null,
  entered_by uuid references profiles (id) on delete set null,
  decided_at timestamptz,
  decided_by uuid references profiles (id) on delete set null,
  -- What a rejected applicant was written.
  letter text check (length(letter) <= 2000),
  profile_id uuid unique references profiles (id) on delete cascade,
  constraint applications_decided_have_a_time check ((stage in ('accepted', 'rejected')) = (decided_at is not null)),
  constraint applications_accepted_have_an_account check ((stage = 'accepted') = (profile_id is not null)),
  constraint applications_rejected_have_a_letter check ((stage = 'rejected') = (letter is not null)),
  constraint applications_interviews_have_a_time check (stage <> 'interview' or interview_at is not null),
  constraint applications_answers_have_a_time check (decided_at is null or answered_at is not null)
);
create unique index applications_one_open_each on applications (email) where decided_at is null;
create index applications_received_idx on applications (received_at, id);
create index applications_name_idx on applications (full_name, id);
create index applications_stage_received_idx on applications (stage, received_at, id);
create index applications_stage_name_idx on applications (stage, full_name, id);
create index applications_open_idx on applications (received_at, id) where decided_at is null;
create index applications_unanswered_idx on applications (answer_by, id) where answered_at is null;
create index applications_search_idx on applications using gin ((lower(full_name || ' ' || email)) gin_trgm_ops);

-- The bytes are in the storage under the key; the row stands before them.
create table application_documents (
  id uuid primary key,
  application_id uuid not null references applications (id) on delete cascade,
  key text not null unique,
  name text not null check (length(name) between 1 and 200),
  type text not null,
  size_bytes integer not null check (size_bytes > 0),
  stored_at timestamptz not null,
  stored_by uuid references profiles (id) on delete set null
);
create index application_documents_application_idx on application_documents (application_id, stored_at);

-- What the team has looked at itself; the public badge is made of these rows, and without one there is none.
create table expert_verifications (
  expert_id uuid not null references experts (id) on delete cascade,
  what text not null check (what in ('identity', 'degree', 'phone', 'interview')),
  verified_at timestamptz not null,
  -- Nobody where the product itself made the people, as in the demo.
  verified_by uuid references profiles (id) on delete set null,
  primary key (expert_id, what)
);

-- Why somebody is suspended, in the words that the expert reads.
alter table experts add column approval_reason text check (length(approval_reason) <= 500);
create index experts_since_idx on experts (member_since, user_id);
create index experts_rate_idx on experts (rate_paise_per_minute, user_id);
create index experts_approval_since_idx on experts (approval, member_since, user_id);
create index experts_online_idx on experts (member_since, user_id) where is_online and reachable;

-- The name once more, because an index over two tables there is none: the team's table is sorted by it, within a filter, too.
alter table experts add column sort_name text not null default '';
update experts e set sort_name = p.full_name from profiles p where p.id = e.user_id;
create index experts_name_idx on experts (sort_name, user_id);
create index experts_approval_name_idx on experts (approval, sort_name, user_id);

create function expert_takes_name() returns trigger language plpgsql as $$
begin
  new.sort_name := coalesce((select full_name from profiles where id = new.user_id), '');
  return new;
end $$;
create trigger name_of_new_expert before insert on experts for each row execute function expert_takes_name();

create function expert_follows_name() returns trigger language plpgsql as $$
begin
  update experts set sort_name = new.full_name where user_id = new.id;
  return null;
end $$;
create trigger expert_of_renamed_profile after update on profiles
  for each row when (old.full_name is distinct from new.full_name) execute function expert_follows_name();

alter table listings add column verified text[] not null default '{}';

create or replace function list_experts(experts uuid[]) returns void language plpgsql as $$
begin
  delete from listings l using experts e
  where l.expert_id = any (list_experts.experts) and e.id = l.expert_id and not is_listed(e);

  insert into listings as l
  select
    e.id, e.user_id, p.full_name, e.title, coalesce(e.profile_photo, p.avatar_url), e.expertise_category, e.subcategories,
    e.key_subjects, e.speak_language, e.expertise_brief, e.highest_degree, e.experience_years, e.rate_paise_per_minute,
    bayesian_rating(e.review_stars, e.review_count), e.review_count, e.session_count, e.member_since, checks.verified_at,
    e.updated_at, e.is_online and e.reachable, e.in_session, words, short_grams(words),
    array(select slug(tag) from unnest(e.subcategories || e.key_subjects) tag), checks.verified
  from experts e
  join profiles p on p.id = e.user_id,
  lateral (
    select coalesce(array_agg(v.what order by array_position(array['identity', 'degree', 'phone', 'interview'], v.what)), '{}') as verified,
      max(v.verified_at) as verified_at
    from expert_verifications v where v.expert_id = e.id
  ) checks,
  lateral concat_ws(e'\n', fold(' ' || p.full_name), fold(' ' || array_to_string(e.key_subjects, ' ')),
    fold(' ' || e.title), fold(' ' || e.expertise_brief)) words
  where e.id = any (list_experts.experts) and is_listed(e) and p.phone_number is not null
  on conflict (expert_id) do update set
    name = excluded.name, title = excluded.title, photo = excluded.photo, category = excluded.category,
    subcategories = excluded.subcategories, key_subjects = excluded.key_subjects, language = excluded.language,
    brief = excluded.brief, highest_degree = excluded.highest_degree, experience_years = excluded.experience_years,
    rate_paise_per_minute = excluded.rate_paise_per_minute, rating = excluded.rating, reviews = excluded.reviews,
    sessions = excluded.sessions, verified_at = excluded.verified_at, updated_at = excluded.updated_at,
    online = excluded.online, busy = excluded.busy, search_text = excluded.search_text, grams = excluded.grams,
    tags = excluded.tags, verified = excluded.verified;

  insert into search_words
  select distinct word
  from listings l, regexp_split_to_table(l.search_text, '[\s.,;:!?()/"]+') word
  where l.expert_id = any (list_experts.experts) and char_length(word) between 4 and 40
  on conflict do nothing;
end $$;

create function listing_follows_verification() returns trigger language plpgsql as $$
begin
  perform list_experts(array[coalesce(new.expert_id, old.expert_id)]);
  return null;
end $$;
create trigger listing_of_verified_expert after insert or update or delete on expert_verifications
  for each row execute function listing_follows_verification();

-- Nothing was written down about those who were approved before: they show no badge until somebody has.
update listings set verified_at = null;
