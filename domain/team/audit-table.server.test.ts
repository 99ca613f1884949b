import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { auditTable } from '#domain/audit/contract.ts'
import { staleRefusal } from '#domain/accounts/stale-refusal.server.ts'
import { writeAudit } from '#domain/audit/write-audit.server.ts'
import type { Person } from '#domain/policy.ts'
import { readAuditTable } from '#domain/team/audit-table.server.ts'
import { teamPageSize } from '#kernel/limits.ts'
import { type TableQuery, readTableQuery, tableUrl } from '#kernel/table.ts'
import { useDatabase } from '#tests/database.ts'
import { newSignedInPerson } from '#tests/signed-in-people.ts'

const database = useDatabase()
const lineCount = teamPageSize * 2 + 7
const on = { thing: 'withdrawal', id: '7' } as const
let meera: Person
let arjun: Person

beforeAll(async () => {
  meera = (await newSignedInPerson(database.as, 'team', 'Meera Nair')).person
  arjun = (await newSignedInPerson(database.as, 'team', 'Arjun 100% Sen')).person
  for (let line = 0; line < lineCount; line += 1) {
    await writeAudit(database.as(meera), { act: 'expert approved', about: arjun.id, after: { line } })
  }
  await writeAudit(database.as(arjun), {
    act: 'withdrawal rejected',
    on,
    why: 'The name differs.',
    before: { status: 'pending' },
    after: { status: 'rejected' },
  })
})

const queryFor = (query: string) => readTableQuery(auditTable, new URLSearchParams(query))
const read = (query: string) => readAuditTable(database.as(meera), queryFor(query))

test('an audit line has actor, action, subject, reason, before and after', async () => {
  const { rows } = await read('thing=withdrawal&id=7')
  expect(rows).toEqual([
    {
      id: expect.any(Number),
      at: expect.any(Date),
      act: 'withdrawal rejected',
      actor: { id: arjun.id, name: 'Arjun 100% Sen' },
      subject: null,
      thing: 'withdrawal',
      thingId: '7',
      why: 'The name differs.',
      before: { status: 'pending' },
      after: { status: 'rejected' },
      details: {},
    },
  ])
})

test('the audit log is filtered by person, action and name', async () => {
  expect((await read(`person=${arjun.id}`)).rows).toHaveLength(1)
  expect((await read(`about=${arjun.id}&act=withdrawal+rejected`)).rows).toHaveLength(0)
  expect((await read('act=withdrawal+rejected')).rows).toHaveLength(1)
  expect((await read('q=arjun+100%25')).rows).toHaveLength(1)
  expect((await read('q=%25')).rows).toHaveLength(1)
  expect((await read('person=no-id')).rows).toHaveLength(teamPageSize)
})

test('paging forward and back shows every line once', async () => {
  const forwardPages: number[][] = []
  let tableQuery: TableQuery<typeof auditTable> = queryFor('sort=at')
  let page = await readAuditTable(database.as(meera), tableQuery)
  expect(page.previous).toBeNull()
  for (;;) {
    forwardPages.push(page.rows.map(({ id }) => id))
    if (!page.next) break
    tableQuery = queryFor(tableUrl(tableQuery, { from: { after: page.next } }).slice(1))
    page = await readAuditTable(database.as(meera), tableQuery)
  }
  const seen = forwardPages.flat()
  expect(seen).toHaveLength(lineCount + 1)
  expect(seen).toEqual([...new Set(seen)].toSorted((a, b) => a - b))
  const backwardPages: number[][] = []
  while (page.previous) {
    page = await readAuditTable(database.as(meera), {
      ...tableQuery,
      from: { before: page.previous },
    })
    backwardPages.unshift(page.rows.map(({ id }) => id))
  }
  expect([...backwardPages, forwardPages.at(-1)]).toEqual(forwardPages)
})

test('a refusal contains the last action and the colleague who did it', async () => {
  const refusal = await staleRefusal(database.as(meera), { code: 'other_step', on })
  expect(refusal).toMatchObject({ code: 'other_step', status: 409 })
  expect(refusal.message).toMatch(
    /^The status of this withdrawal has changed\. Last: withdrawal rejected, by Arjun 100% Sen, .* \(India\)\.$/,
  )
})

test.each([
  `update audit_log set act = 'nothing'`,
  'delete from audit_log',
  'truncate audit_log',
  `update audit_log set why = null`,
])('the database refuses: %s', async (statement) => {
  await expect(sql.raw(statement).execute(database.db())).rejects.toThrow('permission denied')
})

test.each(['student', 'expert'] as const)('the audit log is refused to a %s', async (role) => {
  const { person } = await newSignedInPerson(database.as, role)
  await expect(readAuditTable(database.as(person), queryFor(''))).rejects.toMatchObject({
    code: 'not_allowed',
  })
})

test('the audit log is refused to a team member without a second factor', async () => {
  const ctx = database.as({ ...meera, secondFactorMissing: true })
  await expect(readAuditTable(ctx, queryFor(''))).rejects.toMatchObject({ code: 'not_allowed' })
})

test('a malformed id filters nothing and never reaches the database', async () => {
  for (const id of ['-'.repeat(36), 'a'.repeat(36), `${arjun.id.slice(0, -1)}-`]) {
    expect((await read(`person=${id}`)).rows).toHaveLength(teamPageSize)
    expect((await read(`about=${id}`)).rows).toHaveLength(teamPageSize)
  }
})
