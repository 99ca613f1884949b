import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPeople, type People } from '#tests/e2e/expert-people.ts'
import { listAccess } from '#tests/refusals/access-matrix.ts'
import { accessRoles } from '#tests/refusals/access-roles.ts'
import { createPeopleAndRecords } from '#tests/refusals/people-and-records.ts'
import { createRolePeople } from '#tests/refusals/role-people.ts'
import { walkRow } from '#tests/refusals/walk-access.ts'
import { useVisits } from '#tests/visits.ts'

// Every request of the access matrix as each role, and a crawl for addresses that are not in it.
const visits = useVisits()
const { origin, dataDir } = visits.product
let people: People
let cast: Awaited<ReturnType<typeof createRolePeople>>
let records: Record<string, string>

beforeAll(async () => {
  people = await openPeople(dataDir)
  cast = await createRolePeople(people, visits)
  const all = await createPeopleAndRecords(dataDir)
  records = all.records
  await all.done()
})
afterAll(() => people.close())

/** The last request of a person, because it ends the sign-in. */
const endsSignIn = (path: string) => path === '/logout'

test.each(Object.keys(accessRoles))('every request of the %s is answered as the matrix says', async (role) => {
  const problems: string[] = []
  for (const row of listAccess()) {
    if (row.method === 'SOCKET' || row.path === '/assets/*') continue
    const cookie = (endsSignIn(row.path) ? cast.spareCookies : cast.cookies)[role] ?? ''
    const { own, others } = cast
    problems.push(...(await walkRow(row, { origin, cookie, role, records, own: own[role] ?? {}, others })))
  }
  expect(problems).toEqual([])
})
