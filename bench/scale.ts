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

const chunkSize = 20_000
/** Names and texts repeat after this many experts. Figures, prices and who is online do not. */
const textsMax = 10_000

/**
 * Fills a database with generated experts for measurements, the same ones every time. Their figures are set directly,
 * which the product never does, so use the database for nothing else. A million takes minutes: the database derives
 * each text once, and builds the indexes last.
 */
export async function seedScale(
  db: Context['db'],
  count: number,
  onProgress: (done: number) => void = () => undefined,
): Promise<void> {
  await db.connection().execute(async (connection) => {
    await sql`set statement_timeout = 0`.execute(connection)
    await connection.transaction().execute(async (tx) => {
      await sql`insert into live_nodes values ('00000000-0000-7000-8000-00000000cafe', 'infinity') on conflict do nothing`.execute(
        tx,
      )
      await createTexts(tx, Math.min(count, textsMax))
      const indexes = await dropIndexes(tx)
      // The triggers would check and list the people one by one.
      await sql`alter table profiles disable trigger user`.execute(tx)
      await sql`alter table experts disable trigger user`.execute(tx)
      for (let from = 1; from <= count; from += chunkSize) {
        const to = Math.min(count, from + chunkSize - 1)
        await insertExperts(tx, { from, to })
        onProgress(to)
      }
      await sql`alter table profiles enable trigger user`.execute(tx)
      await sql`alter table experts enable trigger user`.execute(tx)
      await sql`insert into expert_sockets select id, '00000000-0000-7000-8000-00000000cafe' from experts where reachable`.execute(
        tx,
      )
      await sql`select list_experts(array(select md5('expert ' || n)::uuid from pg_temp.texts))`.execute(tx)
      if (count > textsMax) await copyListings(tx, count)
      await addWords(tx, count)
      await sql`set local maintenance_work_mem = '512MB'`.execute(tx)
      for (const index of indexes) await sql.raw(index).execute(tx)
    })
    // Does the work of the automatic vacuum in production: fills the visibility map, and empties the pending lists of
    // indexes.
    await sql`vacuum analyze`.execute(connection)
    await sql`reset statement_timeout`.execute(connection)
  })
}

/** Creates the profile texts, by number. */
async function createTexts(tx: Context['db'], count: number): Promise<void> {
  const groups = categoryGroups.map(({ id, subcategories }) => ({
    id,
    subcategories,
    subjects: subjectSuggestions[id],
  }))
  // A number below `options` that depends only on the expert and the chosen field.
  await sql`create function pg_temp.pick(n integer, field text, options integer) returns integer language sql immutable
    return (hashtext(field || n) & 2147483647) % options`.execute(tx)
  const language = (field: string) =>
    sql`(${[...spokenLanguages]}::text[])[1 + pg_temp.pick(n, ${sql.lit(field)}, ${spokenLanguages.length})]`
  await sql`
    create temporary table texts on commit drop as
    select n, full_name, picked.*, chosen ->> 'id' as category,
      picked.subjects[1] || ' ' || (${titles}::text[])[1 + pg_temp.pick(n, 'title', ${titles.length})] as title,
      'I teach ' || lower(picked.subjects[2]) || ' and ' || lower(picked.subjects[1]) || ' in ' ||
        (${places}::text[])[1 + pg_temp.pick(n, 'place', ${places.length})] || '. ' ||
        (${promises}::text[])[1 + pg_temp.pick(n, 'promise', ${promises.length})] as brief,
      ${language('language')} as language,
      -- A third speaks one language, a third two, and a third up to three.
      array(select distinct l from unnest(array[${language('second')}, ${language('third')}]) with ordinality spoken (l, at)
        where at <= pg_temp.pick(n, 'languages', 3) and l <> ${language('language')}) as more_languages
    from generate_series(1, ${count}::integer) n,
      lateral (select
        (${firstNames}::text[])[1 + pg_temp.pick(n, 'first', ${firstNames.length})] || ' ' ||
        (${lastNames}::text[])[1 + pg_temp.pick(n, 'last', ${lastNames.length})] as full_name,
        ${JSON.stringify(groups)}::jsonb -> pg_temp.pick(n, 'group', ${groups.length}) as chosen
      ) people,
      lateral (select
        array(select s from jsonb_array_elements_text(chosen -> 'subcategories') s order by md5(n || s) limit 3) as subcategories,
        array(select s from jsonb_array_elements_text(chosen -> 'subjects') s order by md5(s || n) limit 2) as subjects
      ) picked`.execute(tx)
  await sql`create unique index on pg_temp.texts (n)`.execute(tx)
  await sql`analyze pg_temp.texts`.execute(tx)
}

async function insertExperts(tx: Context['db'], { from, to }: { from: number; to: number }): Promise<void> {
  const people = sql`generate_series(${from}::integer, ${to}::integer) person
    join pg_temp.texts on n = 1 + (person - 1) % ${textsMax}`
  await sql`
    insert into profiles (id, email, full_name, role, phone_number)
    select md5('profile ' || person)::uuid, 'expert-' || person || '@scale.invalid', full_name, 'expert', '+91 90000 00000'
    from ${people}`.execute(tx)
  await sql`
    insert into experts (id, user_id, approval, approval_changed_at, title, expertise_category, subcategories, key_subjects,
      experience_years, highest_degree, expertise_brief, speak_language, more_languages, rate_paise_per_minute, review_count,
      review_stars, session_count, is_online, reachable, member_since, updated_at, sort_name)
    select md5('expert ' || person)::uuid, md5('profile ' || person)::uuid, 'approved', now(), title, category::expertise_category,
      subcategories, subjects, pg_temp.pick(person, 'years', 40), 'M.A.', brief, language, more_languages,
      500 + 500 * pg_temp.pick(person, 'rate', 3), reviews, reviews * 3 + pg_temp.pick(person, 'stars', 2 * reviews + 1), reviews * 2,
      is_online, is_online, now(), now(), full_name
    from ${people},
      lateral (select case when pg_temp.pick(person, 'new', 4) = 0 then 0 else pg_temp.pick(person, 'reviews', 300) end as reviews,
        pg_temp.pick(person, 'online', 10) = 0 as is_online) figures`.execute(tx)
}

/** Returns the statements that create the indexes again. Those of constraints stay. */
async function dropIndexes(tx: Context['db']): Promise<string[]> {
  const { rows } = await sql<{ name: string; definition: string }>`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
    from pg_index where indrelid = any ('{profiles,experts,listings,search_entries,search_mentions}'::regclass[])
      and not exists (select from pg_constraint where conindid = indexrelid)`.execute(tx)
  await sql.raw(`drop index ${rows.map(({ name }) => name).join(', ')}`).execute(tx)
  return rows.map(({ definition }) => definition)
}

/** Lists the experts whose texts repeat. Copies the columns that depend only on the texts. */
async function copyListings(tx: Context['db'], count: number): Promise<void> {
  const own: Record<string, string> = {
    expert_id: 'e.id',
    user_id: 'e.user_id',
    experience_years: 'e.experience_years',
    rate_paise_per_minute: 'e.rate_paise_per_minute',
    rating: 'bayesian_rating(e.review_stars, e.review_count)',
    reviews: 'e.review_count',
    sessions: 'e.session_count',
    online: 'e.is_online and e.reachable',
    standing: 'expert_standing(e.review_stars, e.review_count, 0, e.experience_years)',
  }
  await sql`alter table listings disable trigger user`.execute(tx)
  for (const table of ['listings', 'search_entries', 'search_mentions']) {
    const { rows } = await sql<{ name: string }>`select attname as name from pg_attribute
      where attrelid = ${table}::regclass and attnum > 0 and not attisdropped order by attnum`.execute(tx)
    const columns = rows.map(({ name }) => name)
    await sql`
      insert into ${sql.table(table)} (${sql.raw(columns.join(', '))})
      select ${sql.raw(columns.map((column) => own[column] ?? `l.${column}`).join(', '))}
      from generate_series(${textsMax + 1}::integer, ${count}::integer) person
      join experts e on e.id = md5('expert ' || person)::uuid
      join ${sql.table(table)} l on l.expert_id = md5('expert ' || (1 + (person - 1) % ${textsMax}))::uuid`.execute(tx)
  }
  await sql`alter table listings enable trigger user`.execute(tx)
}

/** The texts above repeat. With real experts, about every fifth profile adds a new word. */
async function addWords(tx: Context['db'], count: number): Promise<void> {
  const syllables = 'ka ri sha no mi te lo va pu den gar'.split(' ')
  const syllable = (digit: number) =>
    sql`(${syllables}::text[])[1 + (n / ${sql.lit(syllables.length ** digit)}) % ${sql.lit(syllables.length)}]`
  await sql`insert into search_words
    select distinct ${sql.join([0, 1, 2, 3, 4].map(syllable), sql` || `)} from generate_series(1, ${Math.ceil(count / 5)}::integer) n
    on conflict do nothing`.execute(tx)
}
