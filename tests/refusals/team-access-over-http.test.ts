import { randomUUID } from 'node:crypto'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import { afterAll, beforeAll, expect, test } from 'vitest'
import routes from '#app/routes.ts'
import { type TeamRole, teamRoles } from '#domain/policy.ts'
import { useDatabase } from '#tests/database.ts'
import { type Product, removeData, startProduct } from '#tests/product.ts'
import { listAccess, recordKinds } from '#tests/refusals/access-matrix.ts'
import { missingRecords, walkRow } from '#tests/refusals/walk-access.ts'
import { newSignedInPerson } from '#tests/signed-in-people.ts'

// Requests every URL of the team on a public product, where members need a second factor. No member here has one.
const database = useDatabase()
const cookies: Record<string, string> = { visitor: '' }
let product: Product

beforeAll(async () => {
  product = await startProduct({
    DATABASE_URL: database.url(),
    DATABASE_OWNER_URL: database.ownerUrl(),
    DATABASE_DURABILITY: 'off',
  })
  await product.ready
  for (const role of ['student', 'expert'] as const) {
    cookies[role] = `samjhao_sign_in=${(await newSignedInPerson(database.as, role)).token}`
  }
  for (const role of teamRoles) {
    const { token } = await newSignedInPerson(database.as, 'team', undefined, role)
    cookies[describeMember(role)] = `samjhao_sign_in=${token}`
  }
})
afterAll(async () => {
  await product.stop()
  await removeData(product)
})

function listPaths(entries: RouteConfigEntry[], above = ''): string[] {
  return entries.flatMap(({ path, children }) => {
    const fullPath = path === undefined ? above : `${above}/${path}`
    return children ? [fullPath, ...listPaths(children, fullPath)] : [fullPath]
  })
}
const teamPaths = [...new Set(listPaths(await routes))]
  .filter((path) => /^\/(team|application-documents)(\/|$)/.test(path))
  .map((path) => path.replace(/:\w+/g, () => randomUUID()))

const members = teamRoles.map(describeMember)
const everybody = ['visitor', 'student', 'expert', ...members]

function describeMember(role: TeamRole): string {
  return `team member (${role}) without a second factor`
}

const request = (method: string, path: string, who: string) =>
  fetch(product.origin + path, {
    method,
    redirect: 'manual',
    headers: { Origin: product.origin, Cookie: cookies[who] ?? '' },
    ...(method === 'POST' && { body: new URLSearchParams({ act: 'approve', why: 'Because.' }) }),
  })

test('more than thirty team routes are checked', () => {
  expect(teamPaths.length).toBeGreaterThan(30)
})

test.each(everybody)('no route opens for the %s', async (who) => {
  for (const path of teamPaths) {
    const opened = await request('GET', path, who)
    // A page may redirect visitors to the login, and members to the setup of a second factor. All else is refused.
    const target = who === 'visitor' ? '/login?redirect=' : members.includes(who) ? '/user/security' : 'nowhere'
    const isRedirected = opened.headers.get('location')?.startsWith(target)
    const answer = isRedirected ? 'redirected' : opened.status
    expect([path, answer]).toEqual([path, expect.toBeOneOf(['redirected', 400, 401, 403])])
  }
})

test('every request of a member without a second factor gets the answer of the access matrix', async () => {
  const role = 'team without second factor'
  const newCookie = async () => `samjhao_sign_in=${(await newSignedInPerson(database.as, 'team')).token}`
  const cookie = await newCookie()
  const problems: string[] = []
  let walkedCount = 0
  for (const row of listAccess()) {
    const access = row.access[role]
    // This database has no records. Requests that need one are tested with the other roles.
    const needsRecord = access === 'yes' && /[:*]/.test(row.path) && !missingRecords.has(`${row.method} ${row.path}`)
    if (row.method === 'SOCKET' || needsRecord) continue
    walkedCount += 1
    const others = Object.fromEntries(recordKinds.map((kind) => [kind, randomUUID()]))
    const records = { LATER: new Date(Date.now() + 86_400_000).toISOString() }
    const walk = { origin: product.origin, role, records, own: {}, others, onPage: () => undefined }
    problems.push(...(await walkRow(row, { ...walk, cookie: row.path === '/logout' ? await newCookie() : cookie })))
  }
  expect(problems).toEqual([])
  expect(walkedCount).toBeGreaterThan(120)
})

test.each(everybody)('no action is allowed for the %s, and nothing is written to the audit log', async (who) => {
  for (const path of teamPaths) {
    const { status } = await request('POST', path, who)
    expect([path, status]).toEqual([path, expect.toBeOneOf([401, 403, 405])])
  }
  // The nightly job writes lines without an actor.
  const lines = await database.db().selectFrom('audit_log').selectAll().where('actor_id', 'is not', null).execute()
  expect(lines).toEqual([])
})
