-- How the team finds people and stops them, and how it takes reviews away.

-- Students only: experts are suspended as experts, in their own record, and the team's accounts are kept on the command line.
alter table profiles
  add column suspended_at timestamptz,
  -- Whoever is suspended reads it at the login.
  add column suspended_reason text check (length(suspended_reason) between 1 and 500),
  add column account_state text not null generated always as (
    case when deleted_at is not null then 'deleted' when suspended_at is not null then 'suspended' else 'active' end) stored,
  add constraint profiles_suspended_have_a_reason check ((suspended_at is null) = (suspended_reason is null)),
  add constraint profiles_only_students_are_suspended check (suspended_at is null or role in ('student', 'user'));
create index profiles_created_idx on profiles (created_at, id);
create index profiles_name_idx on profiles (full_name, id);
create index profiles_role_created_idx on profiles (role, created_at, id);
create index profiles_role_name_idx on profiles (role, full_name, id);
create index profiles_state_created_idx on profiles (account_state, created_at, id);
create index profiles_state_name_idx on profiles (account_state, full_name, id);
create index profiles_phone_idx on profiles using gin (regexp_replace(phone_number, '\D', '', 'g') gin_trgm_ops);
create index reports_reporter_idx on reports (reporter_id);

-- A hidden review stands in its place with the reason, so the page of an expert reads all of them.
drop index reviews_shown_idx;
create index reviews_expert_idx on reviews (expert_id, created_at desc, id desc);
create index reviews_created_idx on reviews (created_at, id);
create index reviews_stars_idx on reviews (rating, id);
create index reviews_stars_created_idx on reviews (rating, created_at, id);
create index reviews_hidden_created_idx on reviews (created_at, id) where hidden_at is not null;
create index reviews_hidden_stars_idx on reviews (rating, id) where hidden_at is not null;
create index reviews_words_idx on reviews using gin (lower(comment) gin_trgm_ops);
alter table reviews add constraint reviews_hidden_reasons_are_short check (length(hidden_reason) between 1 and 200);
