import { sql } from 'kysely'
import type { Context } from '#domain/context.server.ts'
import { categoryGroups, spokenLanguages, subjectSuggestions } from '#kernel/catalogue.ts'

const firstNames =
  'Aarav Aditi Ajay Amit Ananya Anil Anjali Arjun Asha Bhavna Chitra Deepak Divya Farhan Gauri Harish Imran Isha Jaya Karan Kavita Lakshmi Manish Meena Mohan Nandini Neha Nikhil Pooja Pradeep Priya Rahul Rajesh Rekha Ritu Rohan Sameer Sandhya Sanjay Shreya Sneha Sunil Suresh Tanvi Uma Varun Vidya Vikram Yash Zoya'.split(
    ' ',
  )
const lastNames =
  'Agarwal Ahuja Banerjee Bhat Bose Chakraborty Chauhan Chopra Das Desai Deshmukh Dutta Fernandes Gandhi Ghosh Gill Gupta Hegde Iyengar Iyer Jain Joshi Kapoor Kaur Khan Kulkarni Kumar Mehta Menon Mishra Mukherjee Naidu Nair Pandey Patel Patil Pillai Qureshi Rao Reddy Saxena Sen Shah Sharma Singh Sinha Thomas Trivedi Varma Yadav'.split(
    ' ',
  )
const titles = 'teacher,coach,mentor,consultant,trainer,counsellor,researcher,guide'.split(',')
const places = 'Delhi,Mumbai,Pune,Bengaluru,Chennai,Hyderabad,Kolkata,Jaipur,Lucknow,Kochi,Indore,Patna'.split(',')
const promises = [
  'I begin where you are and stop when it is clear.',
  'We solve three problems together, then you solve the fourth alone.',
  'Bring your worst question; we take it apart calmly.',
  'I listen first, then we make a plan for the week.',
  'No shortcuts, but a good map.',
  'Small steps, real examples, no jargon.',
  'I like notebooks full of mistakes: that is where we start.',
]

const chunkSize = 5_000

/**
 * Fills a database with generated experts for measurements, the same ones every time. Their figures are set directly,
 * which the product never does, so use the database for nothing else.
 */
export async function seedScale(
  db: Context['db'],
  count: number,
  onProgress: (done: number) => void = () => undefined,
): Promise<void> {
  const groups = categoryGroups.map(({ id, subcategories }) => ({
    id,
    subcategories,
    subjects: subjectSuggestions[id],
  }))
  await sql`insert into live_nodes values ('00000000-0000-7000-8000-00000000cafe', 'infinity') on conflict do nothing`.execute(
    db,
  )
  for (let from = 1; from <= count; from += chunkSize) {
    const to = Math.min(count, from + chunkSize - 1)
    await db.transaction().execute(async (tx) => {
      // A number below `options` that depends only on the expert and the chosen field.
      await sql`create or replace function pg_temp.pick(n integer, what text, options integer) returns integer language sql immutable
        return abs(hashtext(what || n)) % options`.execute(tx)
      // The triggers would list them one by one; the same function lists them all below.
      await sql`alter table experts disable trigger user`.execute(tx)
      await sql`
        with people as (
          select n, md5('profile ' || n)::uuid as user_id, md5('expert ' || n)::uuid as expert_id,
            (${firstNames}::text[])[1 + pg_temp.pick(n, 'first', ${firstNames.length})] || ' ' ||
            (${lastNames}::text[])[1 + pg_temp.pick(n, 'last', ${lastNames.length})] as full_name,
            ${JSON.stringify(groups)}::jsonb -> pg_temp.pick(n, 'group', ${groups.length}) as chosen
          from generate_series(${from}::integer, ${to}::integer) n
        ), profiles as (
          insert into profiles (id, email, full_name, role, phone_number)
          select user_id, 'expert-' || n || '@scale.invalid', full_name, 'expert', '+91 90000 00000' from people
          returning id
        )
        insert into experts (id, user_id, approval, approval_changed_at, title, expertise_category, subcategories, key_subjects,
          experience_years, highest_degree, expertise_brief, speak_language, rate_paise_per_minute, review_count, review_stars,
          session_count, is_online, reachable, member_since, updated_at, sort_name)
        select expert_id, user_id, 'approved', now(), picked.subjects[1] || ' ' || (${titles}::text[])[1 + pg_temp.pick(n, 'title', ${titles.length})],
          (chosen ->> 'id')::expertise_category, picked.subcategories, picked.subjects,
          pg_temp.pick(n, 'years', 40), 'M.A.',
          'I teach ' || lower(picked.subjects[2]) || ' and ' || lower(picked.subjects[1]) || ' in ' ||
            (${places}::text[])[1 + pg_temp.pick(n, 'place', ${places.length})] || '. ' ||
            (${promises}::text[])[1 + pg_temp.pick(n, 'promise', ${promises.length})],
          (${[...spokenLanguages]}::text[])[1 + pg_temp.pick(n, 'language', ${spokenLanguages.length})],
          500 + 500 * pg_temp.pick(n, 'rate', 3), reviews, reviews * 3 + pg_temp.pick(n, 'stars', 2 * reviews + 1), reviews * 2,
          pg_temp.pick(n, 'online', 10) = 0, pg_temp.pick(n, 'online', 10) = 0, now(), now(), full_name
        from people,
          lateral (select case when pg_temp.pick(n, 'new', 4) = 0 then 0 else pg_temp.pick(n, 'reviews', 300) end as reviews) figures,
          lateral (select
            array(select s from jsonb_array_elements_text(chosen -> 'subcategories') s order by md5(n || s) limit 3) as subcategories,
            array(select s from jsonb_array_elements_text(chosen -> 'subjects') s order by md5(s || n) limit 2) as subjects
          ) picked`.execute(tx)
      await sql`alter table experts enable trigger user`.execute(tx)
      const ids = sql`select md5('expert ' || n)::uuid from generate_series(${from}::integer, ${to}::integer) n`
      await sql`insert into expert_sockets select id, '00000000-0000-7000-8000-00000000cafe' from experts
        where reachable and id in (${ids})`.execute(tx)
      await sql`select list_experts(array(${ids}))`.execute(tx)
    })
    onProgress(to)
  }
  await sql`analyze`.execute(db)
}
