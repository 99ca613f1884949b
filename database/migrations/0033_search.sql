-- serves: 0032
-- All languages of an expert, and the order of a list by what is known about each expert.

-- Besides the first one, which stays in speak_language.
alter table experts add column more_languages text[] not null default '{}';

-- The order of a list. The shown rating starts at 4.5, so it would put an expert without reviews above one whom students
-- praised. This is a lower bound instead: the mean with five reviews of 3.5 added, minus 1.28 standard errors of that many
-- reviews (one star each), so nine of ten experts are at least this good. It grows with every further review of the same
-- stars. Experts with equal reviews are ordered by the team's checks, then by years of experience; both together never
-- exceed the last digit of the bound.
create function expert_standing(review_stars integer, review_count integer, checks integer, experience_years integer)
  returns numeric language sql immutable parallel safe
  return round((3.5 * 5 + review_stars) / (5 + review_count) - 1.28 / sqrt((5 + review_count)::numeric), 4)
    + (100 * least(checks, 8) + least(experience_years, 99)) / 10000000.0;

alter table listings
  -- The first language is first.
  add column languages text[] not null default '{}',
  add column standing numeric(8, 7) not null default 0;

create or replace function list_experts(experts uuid[]) returns void language plpgsql as $$
begin
  delete from listings l using experts e
  where l.expert_id = any (list_experts.experts) and e.id = l.expert_id and not is_listed(e);

  insert into listings as l (
    expert_id, user_id, name, title, photo, category, subcategories, key_subjects, language, brief, highest_degree,
    experience_years, rate_paise_per_minute, rating, reviews, sessions, member_since, verified_at, updated_at, online,
    busy, search_text, grams, tags, verified, languages, standing)
  select
    e.id, e.user_id, p.full_name, e.title, coalesce(e.profile_photo, p.avatar_url), e.expertise_category, e.subcategories,
    e.key_subjects, e.speak_language, e.expertise_brief, e.highest_degree, e.experience_years, e.rate_paise_per_minute,
    bayesian_rating(e.review_stars, e.review_count), e.review_count, e.session_count, e.member_since, checks.verified_at,
    e.updated_at, e.is_online and e.reachable, e.in_session, words, short_grams(words),
    array(select slug(tag) from unnest(e.subcategories || e.key_subjects) tag), checks.verified,
    array_prepend(e.speak_language, array_remove(e.more_languages, e.speak_language)),
    expert_standing(e.review_stars, e.review_count, cardinality(checks.verified), e.experience_years)
  from experts e
  join profiles p on p.id = e.user_id,
  lateral (
    select coalesce(array_agg(v.what order by array_position(array['identity', 'degree', 'phone', 'interview'], v.what)), '{}') as verified,
      max(v.verified_at) as verified_at
    from expert_verifications v where v.expert_id = e.id
  ) checks,
  lateral concat_ws(e'\n', fold(' ' || p.full_name), fold(' ' || array_to_string(e.key_subjects, ' ')),
    fold(' ' || e.title), fold(' ' || e.expertise_brief), fold(' ' || e.highest_degree)) words
  where e.id = any (list_experts.experts) and is_listed(e) and p.phone_number is not null
  on conflict (expert_id) do update set
    name = excluded.name, title = excluded.title, photo = excluded.photo, category = excluded.category,
    subcategories = excluded.subcategories, key_subjects = excluded.key_subjects, language = excluded.language,
    brief = excluded.brief, highest_degree = excluded.highest_degree, experience_years = excluded.experience_years,
    rate_paise_per_minute = excluded.rate_paise_per_minute, rating = excluded.rating, reviews = excluded.reviews,
    sessions = excluded.sessions, verified_at = excluded.verified_at, updated_at = excluded.updated_at,
    online = excluded.online, busy = excluded.busy, search_text = excluded.search_text, grams = excluded.grams,
    tags = excluded.tags, verified = excluded.verified, languages = excluded.languages, standing = excluded.standing;

  insert into search_words
  select distinct word
  from listings l, regexp_split_to_table(l.search_text, '[\s.,;:!?()/"]+') word
  where l.expert_id = any (list_experts.experts) and char_length(word) between 4 and 40
  on conflict do nothing;
end $$;

create or replace function listing_follows_presence() returns trigger language plpgsql as $$
begin
  update listings set
    online = new.is_online and new.reachable,
    busy = new.in_session,
    rating = bayesian_rating(new.review_stars, new.review_count),
    reviews = new.review_count,
    sessions = new.session_count,
    standing = expert_standing(new.review_stars, new.review_count, cardinality(verified), experience_years)
  where expert_id = new.id;
  return null;
end $$;

drop trigger listing_of_changed_expert on experts;
create trigger listing_of_changed_expert after update on experts
  for each row when (
    (old.approval, old.title, old.profile_photo, old.expertise_category, old.subcategories, old.key_subjects,
      old.experience_years, old.highest_degree, old.expertise_brief, old.speak_language, old.more_languages,
      old.rate_paise_per_minute)
    is distinct from
    (new.approval, new.title, new.profile_photo, new.expertise_category, new.subcategories, new.key_subjects,
      new.experience_years, new.highest_degree, new.expertise_brief, new.speak_language, new.more_languages,
      new.rate_paise_per_minute))
  execute function listing_follows_expert();

select list_experts(array_agg(id)) from experts;

-- The indexes on rating stay for nodes of the previous version.
create index listings_standing_idx on listings (standing, expert_id);
-- For lists of experts who are online, and for searches, which put them first.
create index listings_online_standing_idx on listings (online, standing, expert_id);
create index listings_category_standing_idx on listings (category, standing, expert_id);
create index listings_category_online_standing_idx on listings (category, online, standing, expert_id);
create index listings_highest_price_standing_idx on listings (rate_paise_per_minute, standing, expert_id);
create index listings_lowest_price_standing_idx on listings ((-rate_paise_per_minute), standing, expert_id);
create index listings_languages_idx on listings using gin (languages);

create or replace view expert_profiles as
select
  e.id, e.user_id, p.full_name, p.phone_number, e.title, e.profile_photo, e.expertise_category, e.subcategories,
  e.key_subjects, e.experience_years, e.highest_degree, e.expertise_brief, e.speak_language, e.member_since,
  bayesian_rating(e.review_stars, e.review_count)::numeric(3, 2) as rating,
  e.review_count as reviews,
  e.session_count as sessions,
  (wallet_earned_today(e.user_id, now()) / 100.0)::numeric(14, 2) as todays_earnings,
  (wallet_available(e.user_id, 'expert_earnings') / 100.0)::numeric(14, 2) as wallet_balance,
  e.is_online, e.last_seen, e.updated_at, e.more_languages
from experts e
join profiles p on p.id = e.user_id;
