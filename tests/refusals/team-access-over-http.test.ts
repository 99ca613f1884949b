import { randomUUID } from 'node:crypto'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import { afterAll, beforeAll, expect, test } from 'vitest'
import routes from '#app/routes.ts'
import { teamRoles } from '#domain/policy.ts'
import { useDatabase } from '#tests/database.ts'
import { type Product, removeData, startProduct } from '#tests/product.ts'
import { newSignedInPerson } from '#tests/signed-in-people.ts'

// Every URL under /team, on a public product, where the team needs a second factor.
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
    cookies[role] = `samjhao_sign_in=${(await newSignedInPerson(database.as, 'team', undefined, role)).token}`
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

const everybody = ['visitor', 'student', 'expert', ...teamRoles]

const request = (method: string, path: string, who: string) =>
  fetch(product.origin + path, {
    method,
    redirect: 'manual',
    headers: { Origin: product.origin, Cookie: cookies[who] ?? '' },
    ...(method === 'POST' && { body: new URLSearchParams({ act: 'approve', why: 'Because.' }) }),
  })

test('the list of team routes is complete', () => {
  expect(teamPaths.length).toBeGreaterThan(30)
})

test.each(everybody)('no route opens for the %s without a second factor', async (who) => {
  for (const path of teamPaths) {
    const opened = await request('GET', path, who)
    // A page redirects to the login or to the second factor; other routes are refused or not found.
    const isTeam = teamRoles.some((role) => role === who)
    const target = who === 'visitor' ? '/login?redirect=' : isTeam ? '/user/security' : 'nowhere'
    const isRedirected = opened.headers.get('location')?.startsWith(target)
    const answer = isRedirected ? 'redirected' : opened.status
    expect([path, answer]).toEqual([path, expect.toBeOneOf(['redirected', 400, 401, 403])])
  }
})

test.each(everybody)('no action is allowed for the %s without a second factor', async (who) => {
  for (const path of teamPaths) {
    const { status } = await request('POST', path, who)
    expect([path, status]).toEqual([path, expect.toBeOneOf([401, 403, 405])])
  }
  const lines = await database.db().selectFrom('audit_log').selectAll().execute()
  expect(lines).toEqual([])
})
