create extension if not exists pg_trgm;

-- What students left behind, as sums, so that the cost of one more review does not grow. The verbs of sessions and reviews
-- are the only ones to change them.
alter table experts
  add column review_count integer not null default 0 check (review_count >= 0),
  add column review_stars integer not null default 0 check (review_stars between review_count and 5 * review_count),
  add column session_count integer not null default 0 check (session_count >= 0),
  -- Whether a live socket of the expert is open somewhere; expert_sockets says where.
  add column reachable boolean not null default false,
  add column in_session boolean not null default false;

-- A new expert stands at 4.5, and that start weighs as much as five reviews.
create function bayesian_rating(review_stars integer, review_count integer) returns numeric
  language sql immutable parallel safe
  return round((4.5 * 5 + review_stars) / (5 + review_count), 4);

-- The processes that hold sockets. One that has not been heard of for a while is dead, and so are its sockets.
create table live_nodes (
  id uuid primary key,
  seen_at timestamptz not null
);

create table expert_sockets (
  expert_id uuid not null references experts (id) on delete cascade,
  node_id uuid not null references live_nodes (id) on delete cascade,
  primary key (expert_id, node_id)
);
create index expert_sockets_node_id_idx on expert_sockets (node_id);

-- How words are compared: in small letters, without the marks above and below Latin ones, with single spaces.
create function fold(words text) returns text
  language sql immutable parallel safe
  return lower(regexp_replace(regexp_replace(normalize(words, NFD), '[\u0300-\u036f]', '', 'g'), '\s+', ' ', 'g')
    collate "pg_c_utf8");

-- 'Machine Learning' is 'machine-learning' in an address.
create function slug(name text) returns text
  language sql immutable parallel safe
  return replace(trim(fold(name)), ' ', '-');

-- Every letter and every pair of letters: what a search for one or two letters can be looked up by.
create function short_grams(words text) returns text[]
  language sql immutable parallel safe
  begin atomic
    select coalesce(array_agg(distinct gram), '{}')
    from generate_series(1, char_length(words)) at, (values (1), (2)) size (n), substr(words, at, n) gram
    where char_length(gram) = n and gram !~ '\s';
  end;

-- Approved experts with a complete profile, as the public sees them: one row is one card, and whoever is not here is found
-- by no search. Triggers below keep it true, so no verb can forget it.
create table listings (
  expert_id uuid primary key references experts (id) on delete cascade,
  user_id uuid not null,
  name text not null,
  title text not null,
  photo text,
  category expertise_category not null,
  subcategories text[] not null,
  key_subjects text[] not null,
  language text not null,
  brief text not null,
  highest_degree text not null,
  experience_years integer not null,
  rate_paise_per_minute bigint not null,
  rating numeric(5, 4) not null,
  reviews integer not null,
  sessions integer not null,
  member_since timestamptz not null,
  verified_at timestamptz,
  updated_at timestamptz not null,
  online boolean not null,
  busy boolean not null,
  -- Name, key subjects, title and brief, a line each, every line and word after a space: a word begins where a space is.
  search_text text not null,
  grams text[] not null,
  -- Subcategories and key subjects as in addresses.
  tags text[] not null
);
create index listings_search_text_idx on listings using gin (search_text gin_trgm_ops);
create index listings_search_text_online_idx on listings using gin (search_text gin_trgm_ops) where online;
create index listings_grams_idx on listings using gin (grams);
create index listings_tags_idx on listings using gin (tags);
create index listings_tags_online_idx on listings using gin (tags) where online;
create index listings_rating_idx on listings (rating, expert_id);
create index listings_rating_online_idx on listings (rating, expert_id) where online;
create index listings_category_idx on listings (category, rating, expert_id);
create index listings_category_online_idx on listings (category, rating, expert_id) where online;
create index listings_highest_price_idx on listings (rate_paise_per_minute, rating, expert_id);
create index listings_lowest_price_idx on listings ((-rate_paise_per_minute), rating, expert_id);

-- The words that searches can mean, for whoever mistypes one.
create table search_words (word text primary key);
create index search_words_likeness_idx on search_words using gist (word gist_trgm_ops);

create function list_experts(experts uuid[]) returns void language plpgsql as $$
begin
  delete from listings l using experts e
  where l.expert_id = any (list_experts.experts) and e.id = l.expert_id and not is_listed(e);

  insert into listings as l
  select
    e.id, e.user_id, p.full_name, e.title, coalesce(e.profile_photo, p.avatar_url), e.expertise_category, e.subcategories,
    e.key_subjects, e.speak_language, e.expertise_brief, e.highest_degree, e.experience_years, e.rate_paise_per_minute,
    bayesian_rating(e.review_stars, e.review_count), e.review_count, e.session_count, e.member_since, e.approval_changed_at,
    e.updated_at, e.is_online and e.reachable, e.in_session, words, short_grams(words),
    array(select slug(tag) from unnest(e.subcategories || e.key_subjects) tag)
  from experts e
  join profiles p on p.id = e.user_id,
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
    tags = excluded.tags;

  insert into search_words
  select distinct word
  from listings l, regexp_split_to_table(l.search_text, '[\s.,;:!?()/"]+') word
  where l.expert_id = any (list_experts.experts) and char_length(word) between 4 and 40
  on conflict do nothing;
end $$;

-- Approved, and saved whole. `isProfileComplete` in domain/experts/rules.ts says the same to the expert.
create function is_listed(e experts) returns boolean
  language sql immutable
  return e.approval = 'approved' and e.title is not null and e.expertise_category is not null
    and cardinality(e.subcategories) = 3 and e.highest_degree is not null and e.expertise_brief is not null;

create function listing_follows_expert() returns trigger language plpgsql as $$
begin
  perform list_experts(array[new.id]);
  return null;
end $$;

-- The frequent changes, of presence and of figures, leave words and tags alone.
create function listing_follows_presence() returns trigger language plpgsql as $$
begin
  update listings set
    online = new.is_online and new.reachable,
    busy = new.in_session,
    rating = bayesian_rating(new.review_stars, new.review_count),
    reviews = new.review_count,
    sessions = new.session_count
  where expert_id = new.id;
  return null;
end $$;

create function listing_follows_profile() returns trigger language plpgsql as $$
begin
  perform list_experts(array_agg(e.id)) from experts e where e.user_id = new.id;
  return null;
end $$;

-- A name that nobody else has is forgotten with the person.
create function names_are_forgotten() returns trigger language plpgsql as $$
begin
  delete from search_words w using regexp_split_to_table(split_part(old.search_text, e'\n', 1), '[\s.,;:!?()/"]+') name
  where w.word = name
    and not exists (select from listings where search_text like '%' || replace(replace(name, '%', '\%'), '_', '\_') || '%');
  return null;
end $$;

create trigger words_of_gone_expert after delete on listings
  for each row execute function names_are_forgotten();
create trigger listing_of_new_expert after insert on experts
  for each row execute function listing_follows_expert();
create trigger listing_of_changed_expert after update on experts
  for each row when (
    (old.approval, old.title, old.profile_photo, old.expertise_category, old.subcategories, old.key_subjects,
      old.experience_years, old.highest_degree, old.expertise_brief, old.speak_language, old.rate_paise_per_minute)
    is distinct from
    (new.approval, new.title, new.profile_photo, new.expertise_category, new.subcategories, new.key_subjects,
      new.experience_years, new.highest_degree, new.expertise_brief, new.speak_language, new.rate_paise_per_minute))
  execute function listing_follows_expert();
create trigger listing_of_present_expert after update on experts
  for each row when (
    (old.is_online, old.reachable, old.in_session, old.review_stars, old.review_count, old.session_count)
    is distinct from
    (new.is_online, new.reachable, new.in_session, new.review_stars, new.review_count, new.session_count))
  execute function listing_follows_presence();
create trigger listing_of_renamed_expert after update on profiles
  for each row when (
    new.role = 'expert'
    and (old.full_name, old.avatar_url, old.phone_number) is distinct from (new.full_name, new.avatar_url, new.phone_number))
  execute function listing_follows_profile();

select list_experts(array_agg(id)) from experts;

-- Who wants to hear when an expert comes online. Told once, then forgotten.
create table online_alerts (
  expert_id uuid not null references experts (id) on delete cascade,
  student_id uuid not null references profiles (id) on delete cascade,
  created_at timestamptz not null,
  primary key (expert_id, student_id)
);
create index online_alerts_student_id_idx on online_alerts (student_id);

-- The figures on the banner of the home page, which the team edits.
create table banner_edit (
  only_row boolean primary key default true check (only_row),
  total_experts integer not null default 1000 check (total_experts >= 0),
  successful_sessions integer not null default 50000 check (successful_sessions >= 0),
  updated_at timestamptz not null default now()
);
insert into banner_edit default values;

create or replace view expert_profiles as
select
  e.id, e.user_id, p.full_name, p.phone_number, e.title, e.profile_photo, e.expertise_category, e.subcategories,
  e.key_subjects, e.experience_years, e.highest_degree, e.expertise_brief, e.speak_language, e.member_since,
  bayesian_rating(e.review_stars, e.review_count)::numeric(3, 2) as rating,
  e.review_count as reviews,
  e.session_count as sessions,
  0::numeric(14, 2) as todays_earnings,
  0::numeric(14, 2) as wallet_balance,
  e.is_online, e.last_seen, e.updated_at
from experts e
join profiles p on p.id = e.user_id;
