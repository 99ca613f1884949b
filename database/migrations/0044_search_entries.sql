-- serves: 0032
-- A search with a million experts reads tables of its own, with short rows.

-- A row of listings has all texts of a card, so about four fit on a page, and counting 1,000 matches reads 1,000 pages.
-- Here about 30 rows fit on a page. Cards and texts are read from listings.
create table search_entries (
  expert_id uuid primary key references listings (expert_id) on delete cascade,
  user_id uuid not null,
  standing numeric(8, 7) not null,
  rating numeric(5, 4) not null,
  rate_paise_per_minute bigint not null,
  reviews integer not null,
  category expertise_category not null,
  online boolean not null,
  busy boolean not null,
  -- Keys of listings.answers, and of the full name ('name:ravi nair').
  answers bigint[] not null
);
-- Rare words must look rare to the planner, or it reads everyone in order.
alter table search_entries alter column answers set statistics 1000;

-- Apart, because they would triple the rows above, and do not change when an expert comes online.
create table search_mentions (
  expert_id uuid primary key references listings (expert_id) on delete cascade,
  -- Keys of listings.answers and listings.mentions.
  mentions bigint[] not null
);
alter table search_mentions alter column mentions set statistics 500;

-- Numbers of 64 bits instead of texts: a third of the size, and faster to compare. With a million different tokens, the
-- chance that a word has the key of another one is below one in a trillion. `tokenKeys` in domain/discovery does the same.
create function token_keys(tokens text[]) returns bigint[]
  language sql immutable parallel safe
  return array(select distinct ('x' || left(md5(token), 16))::bit(64)::bigint from unnest(tokens) token order by 1);

create function entry_follows_listing() returns trigger language plpgsql as $$
begin
  insert into search_entries (expert_id, user_id, standing, rating, rate_paise_per_minute, reviews, category, online, busy,
    answers)
  values (new.expert_id, new.user_id, new.standing, new.rating, new.rate_paise_per_minute, new.reviews, new.category,
    new.online, new.busy, token_keys(new.answers || ('name:' || trim(split_part(new.search_text, e'\n', 1)))))
  on conflict (expert_id) do update set
    standing = excluded.standing, rating = excluded.rating, rate_paise_per_minute = excluded.rate_paise_per_minute,
    reviews = excluded.reviews, category = excluded.category, online = excluded.online, busy = excluded.busy,
    answers = excluded.answers;
  insert into search_mentions (expert_id, mentions) values (new.expert_id, token_keys(new.answers || new.mentions))
  on conflict (expert_id) do update set mentions = excluded.mentions;
  return null;
end $$;
create trigger entry_of_saved_listing after insert or update of name, title, key_subjects, tags, languages, search_text
  on listings for each row execute function entry_follows_listing();

-- The frequent changes, of presence and of figures, do not change the keys.
create function entry_follows_presence() returns trigger language plpgsql as $$
begin
  update search_entries set
    standing = new.standing, rating = new.rating, reviews = new.reviews, online = new.online, busy = new.busy
  where expert_id = new.expert_id;
  return null;
end $$;
create trigger entry_of_present_listing after update of online, busy, rating, reviews, standing on listings
  for each row when ((old.online, old.busy, old.rating, old.reviews, old.standing)
    is distinct from (new.online, new.busy, new.rating, new.reviews, new.standing))
  execute function entry_follows_presence();

insert into search_entries
select expert_id, user_id, standing, rating, rate_paise_per_minute, reviews, category, online, busy,
  token_keys(answers || ('name:' || trim(split_part(search_text, e'\n', 1))))
from listings;
insert into search_mentions select expert_id, token_keys(answers || mentions) from listings;

create index search_entries_answers_idx on search_entries using gin (answers) with (fastupdate = off);
create index search_entries_answers_online_idx on search_entries using gin (answers) with (fastupdate = off) where online;
create index search_mentions_mentions_idx on search_mentions using gin (mentions);
create index search_entries_standing_idx on search_entries (standing, expert_id);
create index search_entries_online_standing_idx on search_entries (online, standing, expert_id);
create index search_entries_category_standing_idx on search_entries (category, standing, expert_id);
create index search_entries_category_online_standing_idx on search_entries (category, online, standing, expert_id);
create index search_entries_highest_price_idx on search_entries (rate_paise_per_minute, standing, expert_id);
create index search_entries_lowest_price_idx on search_entries ((-rate_paise_per_minute), standing, expert_id);
