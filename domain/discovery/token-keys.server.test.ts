import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { setApproval } from '#domain/experts/set-approval.server.ts'
import { tokenKeys } from '#domain/discovery/token-keys.server.ts'
import { useDatabase } from '#tests/database.ts'
import { newExpert } from '#tests/experts.ts'

const database = useDatabase()

test('the database and the program compute the same keys', async () => {
  const tokens = ['mathematics', 'word:ravi', 'speaks:hindi', 'text:गणित', 'name:rādhikā', 'c++', '']
  const { rows } = await sql<{ expected: string[]; own: string[] }>`
    select array(select unnest(token_keys(${tokens}::text[])) order by 1) as expected,
      array(select unnest(${tokenKeys(tokens)}) order by 1) as own`.execute(database.db())
  expect(rows[0]?.own).toEqual(rows[0]?.expected)
  expect(new Set(rows[0]?.own).size).toBe(tokens.length)
})

/** How the entry of each expert differs from the listing. */
async function listDifferences() {
  const { rows } = await sql<{ differences: unknown }>`
    select to_jsonb(e) as differences
    from search_entries e full join search_mentions m using (expert_id) full join listings l using (expert_id)
    where (e.user_id, e.standing, e.rating, e.rate_paise_per_minute, e.reviews, e.category, e.online, e.busy,
        e.answers, m.mentions)
      is distinct from (l.user_id, l.standing, l.rating, l.rate_paise_per_minute, l.reviews, l.category, l.online, l.busy,
        token_keys(l.answers || ('name:' || trim(split_part(l.search_text, e'\n', 1)))), token_keys(l.answers || l.mentions))`.execute(
    database.db(),
  )
  return rows
}

test('an entry follows each change of its listing, and is deleted with it', async () => {
  const ravi = await newExpert(database.as)
  const changes = [
    {},
    { is_online: true, reachable: true },
    { in_session: true },
    { review_stars: 5, review_count: 1 },
    { title: 'Chemist', rate_paise_per_minute: 2_500 },
    { expertise_category: 'skills' as const },
    { more_languages: ['Tamil'] },
    { in_session: false },
  ]
  for (const change of changes) {
    if (Object.keys(change).length > 0) {
      await database.db().updateTable('experts').set(change).where('id', '=', ravi.expertId).execute()
    }
    expect(await listDifferences()).toEqual([])
  }
  await database
    .db()
    .updateTable('profiles')
    .set({ full_name: 'Ravi Menon' })
    .where('id', '=', ravi.person.id)
    .execute()
  expect(await listDifferences()).toEqual([])
  const countEntries = async () =>
    (await database.db().selectFrom('search_entries').select('expert_id').execute()).length
  expect(await countEntries()).toBe(1)
  await setApproval(database.as({ kind: 'system' }), { expertId: ravi.expertId, approval: 'suspended' })
  expect(await countEntries()).toBe(0)
})
