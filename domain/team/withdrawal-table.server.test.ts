import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import type { Person } from '#domain/policy.ts'
import { countTeamQueues } from '#domain/team/count-waiting.server.ts'
import { readWithdrawalTable } from '#domain/team/withdrawal-table.server.ts'
import { withdrawalTable } from '#domain/withdrawals/contract.ts'
import { teamPageSize, waitingCountMax } from '#kernel/limits.ts'
import { readTableQuery, tableUrl } from '#kernel/table.ts'
import { useDatabase } from '#tests/database.ts'
import { newSignedInPerson } from '#tests/signed-in-people.ts'

const database = useDatabase()
const rowCount = teamPageSize * 2 + 5
let meera: Person
let ravi: { person: Person; email: string }

beforeAll(async () => {
  meera = (await newSignedInPerson(database.as, 'team')).person
  ravi = await newSignedInPerson(database.as, 'expert', 'Ravi Nair')
  // Many rows have the same amount, and many the same timestamp to the microsecond.
  await sql`
    insert into withdrawals (id, expert_id, amount_paise, created_at)
    select gen_random_uuid(), ${ravi.person.id}, 10000 + n % 3, timestamptz '2026-11-01 10:00:00.123456+05:30' + (n % 7) * interval '1 microsecond'
    from generate_series(1, ${rowCount}::integer) n`.execute(database.db())
})

const read = (query: string) =>
  readWithdrawalTable(database.as(meera), readTableQuery(withdrawalTable, new URLSearchParams(query)))

test.each(['sort=amount', 'sort=-amount', 'sort=asked', 'sort=-asked', 'status=pending&sort=-asked', 'status=all'])(
  'with %s paging forward and back shows every row once, in order',
  async (start) => {
    const tableQuery = readTableQuery(withdrawalTable, new URLSearchParams(start))
    const pages = [await read(start)]
    for (;;) {
      const next = pages.at(-1)?.next
      if (!next) break
      pages.push(await read(tableUrl(tableQuery, { from: { after: next } })))
    }
    const rows = pages.flatMap((page) => page.rows)
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rowCount)
    const values = rows.map(({ amount, createdAt }) => (tableQuery.sort === 'amount' ? amount : createdAt.getTime()))
    const sorted = values.toSorted((a, b) => (tableQuery.descending ? b - a : a - b))
    expect(values).toEqual(sorted)
    const firstPage = await read(
      tableUrl(tableQuery, { from: { before: pages[1]?.previous ?? { value: '', id: '' } } }),
    )
    expect(firstPage.rows).toEqual(pages[0]?.rows)
    expect(firstPage.previous).toBeNull()
  },
)

test('the search matches experts, and by default only waiting withdrawals are listed', async () => {
  expect((await read(`q=${ravi.email}`)).rows).toHaveLength(teamPageSize)
  expect((await read('q=nobody+at+all')).rows).toEqual([])
  expect((await read('status=processed')).rows).toEqual([])
  expect(await countTeamQueues(database.as(meera))).toMatchObject({ withdrawals: rowCount, tickets: 0 })
  expect(rowCount).toBeLessThan(waitingCountMax)
})

test.each(['student', 'expert'] as const)('the table and the counts are refused to a %s', async (role) => {
  const { person } = await newSignedInPerson(database.as, role)
  const tableQuery = readTableQuery(withdrawalTable, new URLSearchParams())
  const code = { code: 'not_allowed' }
  await expect(readWithdrawalTable(database.as(person), tableQuery)).rejects.toMatchObject(code)
  await expect(countTeamQueues(database.as(person))).rejects.toMatchObject(code)
})
