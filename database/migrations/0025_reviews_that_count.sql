-- serves: 0024
-- Which reviews count. A session that was refunded whole counts nowhere, and of one student's reviews of one expert only the newest
-- counts. Nodes of the old version write reviews and refunds as before; the triggers below do the counting for them, too.

create function is_refunded_whole(session uuid) returns boolean language sql stable as $$
  select exists (
    select from refund_requests r join help_sessions s on s.id = r.session_id
    where r.session_id = session and r.state = 'granted' and r.refunded_paise >= s.charged_paise)
$$;

-- The one review of each pair that is in the sums of the expert, and with how many stars. It is no column of the reviews: the row of
-- the expert is locked first here, while a change of a review locks the review first.
create table counted_reviews (
  expert_id uuid not null references profiles (id),
  student_id uuid not null references profiles (id),
  review_id uuid not null unique references reviews (id),
  stars smallint not null check (stars between 1 and 5),
  primary key (expert_id, student_id)
);
create index counted_reviews_student_idx on counted_reviews (student_id);
create index reviews_pair_idx on reviews (expert_id, student_id, created_at desc, id desc);

-- Changes of one expert's reviews wait here for each other, each for a few milliseconds.
create function count_newest_review(expert uuid, student uuid) returns void language plpgsql as $$
declare
  stars_before integer;
  newest uuid;
  stars_after integer;
begin
  perform from experts where user_id = expert for no key update;
  select stars into stars_before from counted_reviews where expert_id = expert and student_id = student;
  select id, rating into newest, stars_after from reviews
  where expert_id = expert and student_id = student and hidden_at is null and not is_refunded_whole(session_id)
  order by created_at desc, id desc limit 1;
  if newest is null then
    delete from counted_reviews where expert_id = expert and student_id = student;
  else
    insert into counted_reviews (expert_id, student_id, review_id, stars) values (expert, student, newest, stars_after)
    on conflict (expert_id, student_id) do update set review_id = excluded.review_id, stars = excluded.stars;
  end if;
  if stars_before is distinct from stars_after then
    update experts set
      review_count = review_count + (stars_after is not null)::integer - (stars_before is not null)::integer,
      review_stars = review_stars + coalesce(stars_after, 0) - coalesce(stars_before, 0),
      star_counts = array(
        select n + (star is not distinct from stars_after)::integer - (star is not distinct from stars_before)::integer
        from unnest(star_counts) with ordinality each_count (n, star) order by star)
    where user_id = expert;
  end if;
end $$;

create or replace function rating_follows_review() returns trigger language plpgsql as $$
begin
  perform count_newest_review(new.expert_id, new.student_id);
  return null;
end $$;

-- At the end of the transaction, because the row of the expert is locked after the accounts of the books.
create function counts_follow_refund() returns trigger language plpgsql as $$
declare
  session record;
begin
  if new.state <> 'granted' or (tg_op = 'UPDATE' and old.state = 'granted') or not is_refunded_whole(new.session_id) then
    return null;
  end if;
  select expert_id, student_id, billed_minutes into session from help_sessions where id = new.session_id;
  update experts set session_count = greatest(session_count - (coalesce(session.billed_minutes, 0) > 0)::integer, 0)
  where user_id = session.expert_id;
  perform count_newest_review(session.expert_id, session.student_id);
  return null;
end $$;
create constraint trigger counts_of_refunded_session after insert or update of state on refund_requests
  deferrable initially deferred for each row execute function counts_follow_refund();

-- What was counted until today.
insert into counted_reviews (expert_id, student_id, review_id, stars)
select distinct on (expert_id, student_id) expert_id, student_id, id, rating from reviews
where hidden_at is null and not is_refunded_whole(session_id)
order by expert_id, student_id, created_at desc, id desc;

update experts e set
  review_count = coalesce(counted.count, 0),
  review_stars = coalesce(counted.stars, 0),
  star_counts = coalesce(counted.each, '{0,0,0,0,0}')
from experts own
left join (
  select expert_id, count(*)::integer as count, sum(stars)::integer as stars,
    array[count(*) filter (where stars = 1), count(*) filter (where stars = 2), count(*) filter (where stars = 3),
      count(*) filter (where stars = 4), count(*) filter (where stars = 5)]::integer[] as each
  from counted_reviews group by expert_id
) counted on counted.expert_id = own.user_id
where own.id = e.id
  and (e.review_count, e.review_stars) is distinct from (coalesce(counted.count, 0), coalesce(counted.stars, 0));

update experts e set session_count = greatest(e.session_count - refunded.count, 0)
from (
  select s.expert_id, count(*)::integer as count from refund_requests r join help_sessions s on s.id = r.session_id
  where r.state = 'granted' and r.refunded_paise >= s.charged_paise and s.billed_minutes > 0
  group by s.expert_id
) refunded
where refunded.expert_id = e.user_id;
