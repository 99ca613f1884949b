import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { refusals } from '#kernel/refusals.ts'
import { topicPolicies } from '#live/policy.server.ts'
import { openPeople, type People } from '#tests/e2e/expert-people.ts'
import { LiveTestClient } from '#tests/live.ts'
import { listAccess } from '#tests/refusals/access-matrix.ts'
import { accessRoles } from '#tests/refusals/access-roles.ts'
import { type PageLink, findLinks, findListedUrls, findRow, findScriptPaths } from '#tests/refusals/page-links.ts'
import { createPeopleAndRecords } from '#tests/refusals/people-and-records.ts'
import { createRolePeople } from '#tests/refusals/role-people.ts'
import { walkRow } from '#tests/refusals/walk-access.ts'
import { useVisits } from '#tests/visits.ts'

// Sends every request of the access matrix as each role, and crawls for paths that the matrix does not list.
const visits = useVisits()
const { origin, port, dataDir } = visits.product
const rows = listAccess()
const roles = Object.keys(accessRoles)
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

/** Texts of scripts that look like a path: a key of the worker's cache, starts of paths, and a price per minute. */
const notPaths = ['/answer', '/expert', '/min', '/photos/', '/user']

/** The links in the pages of each role. The first tests collect them for the crawl. */
const linked = new Map<string, Map<string, PageLink>>(roles.map((role) => [role, new Map()]))

function collectLinks(role: string, found: PageLink[]): void {
  for (const link of found) linked.get(role)?.set(`${link.method} ${link.path}`, link)
}

test.each(roles)('every request of the %s gets the answer of the access matrix', async (role) => {
  const problems: string[] = []
  const { own, others } = cast
  const walkNext = async (waiting: typeof rows) => {
    for (let row = waiting.shift(); row; row = waiting.shift()) {
      // Logging out ends the sign-in.
      const cookie = (row.path === '/logout' ? cast.spareCookies : cast.cookies)[role] ?? ''
      const walk = { origin, cookie, role, records, own: own[role] ?? {}, others }
      problems.push(...(await walkRow(row, { ...walk, onPage: (text) => collectLinks(role, findLinks(text)) })))
    }
  }
  // Pages change nothing, so several are requested at the same time. Forms follow in their order.
  const pages = rows.filter(({ method, path }) => method === 'GET' && path !== '/assets/*')
  await Promise.all(Array.from({ length: 3 }, () => walkNext(pages)))
  await walkNext(rows.filter(({ method }) => method === 'POST'))
  expect(problems).toEqual([])
})

/** The topics of records and accounts of other people, as a page would name them. */
function listTopicsOfOthers(): string[] {
  const { session, request, 'prepared board': preparedBoard } = cast.others
  const ofAccounts = Object.values(cast.strangers).flatMap((id) =>
    ['account', 'wallet', 'rings', 'notices'].map((kind) => `${kind}:${id}`),
  )
  return [
    `session:${session}`,
    `chat:${session}`,
    `board:${session}`,
    `board:${preparedBoard}`,
    `request:${request}`,
    ...ofAccounts,
  ]
}

test.each(roles)('the socket opens for the %s, and refuses the records and the accounts of others', async (role) => {
  const headers = { Cookie: cast.cookies[role] ?? '' }
  const peer = new LiveTestClient(`ws://127.0.0.1:${port}/live`, { origin, headers })
  await expect.poll(() => peer.last?.type).toBe('hello')
  for (const topic of listTopicsOfOthers()) {
    peer.send({ type: 'watch', topic } as Parameters<typeof peer.send>[0])
    await expect
      .poll(() => peer.last)
      .toEqual({ type: 'refused', what: 'watch', topic, text: refusals.not_allowed.text })
  }
  peer.socket.terminate()
})

test('every kind of topic with an owner is tested with topics of other people', () => {
  const open = ['expert', 'waiting']
  const kinds = new Set(listTopicsOfOthers().map((topic) => topic.split(':')[0]))
  expect([...kinds, ...open].toSorted()).toEqual(Object.keys(topicPolicies).toSorted())
})

test.each(roles)('every route of a prepared board of another expert is closed for the %s', async (role) => {
  const { 'prepared board': id, session } = cast.others
  const json = { 'Content-Type': 'application/json' }
  const answers = await Promise.all(
    [
      ['GET', `/boards/${id}/changes`],
      ['POST', `/boards/${id}/changes`, '{"data":"AAA="}'],
      ['GET', `/boards/${id}/pictures`],
      ['POST', `/boards/${id}/pictures`, 'no picture'],
      ['GET', `/boards/${id}/copy`],
      ['POST', `/boards/${id}/copy`, `{"from":"${id}"}`],
      ['POST', `/boards/${session}/copy`, `{"from":"${id}"}`],
    ].map(async ([method = '', path = '', body]) => {
      const headers = { Origin: origin, Cookie: cast.cookies[role] ?? '', ...(body && json) }
      // A newcomer is redirected to the terms.
      const answer = await fetch(origin + path, { method, headers, redirect: 'manual', ...(body && { body }) })
      await answer.body?.cancel()
      return `${method} ${path} ${answer.status}`
    }),
  )
  expect(answers.filter((answer) => !/ (302|401|403|404)$/.test(answer))).toEqual([])
})

describe('the access matrix lists every path:', () => {
  /** Pages of one row are alike, so a few of them are enough. */
  const pagesPerRow = 2

  test.each(roles)('the pages of the %s link only to listed paths', async (role) => {
    const seen = linked.get(role) ?? new Map<string, PageLink>()
    const visited = new Map<string, number>()
    const missing = new Set<string>()
    // A loop over a Map also visits entries that are added during the loop.
    for (const [name, link] of seen) {
      const row = findRow(rows, link)
      if (!row) missing.add(name)
      if (!row || row.method !== 'GET' || !/:/.test(row.path)) continue
      const times = visited.get(row.path) ?? 0
      if (times >= pagesPerRow) continue
      visited.set(row.path, times + 1)
      const answer = await visits.send('GET', link.path, undefined, cast.cookies[role])
      if (answer.headers.get('content-type')?.startsWith('text/html'))
        collectLinks(role, findLinks(await answer.text()))
      else await answer.body?.cancel()
    }
    expect([...missing]).toEqual([])
    expect(seen.size).toBeGreaterThan(20)
  })

  test('sitemap, robots.txt and the app manifest name only listed paths', async () => {
    const paths = ['/sitemap.xml', '/robots.txt', '/manifest.webmanifest']
    const texts = await Promise.all(paths.map(async (path) => (await visits.send('GET', path)).text()))
    const found = texts.flatMap(findListedUrls)
    expect(found.length).toBeGreaterThan(50)
    expect(found.filter((link) => !findRow(rows, link))).toEqual([])
  })

  test('every route of the built client is listed', () => {
    const file = readdirSync('build/client/assets').find((name) => /^manifest-.*\.js$/.test(name))
    const text = readFileSync(join('build/client/assets', String(file)), 'utf8')
    const { routes } = JSON.parse(text.slice(text.indexOf('{'), text.indexOf(';for('))) as {
      routes: Record<string, { parentId?: string; path?: string; hasLoader?: true; hasAction?: true }>
    }
    const pathOf = (id: string | undefined): string => {
      const route = id === undefined ? undefined : routes[id]
      return route ? `${pathOf(route.parentId)}${route.path ? `/${route.path}` : ''}` : ''
    }
    const wanted = Object.entries(routes)
      .filter(([id]) => id !== 'root')
      .flatMap(([id, { hasLoader, hasAction }]) => {
        const methods = [hasLoader && 'GET', hasAction && 'POST'].filter(Boolean)
        return methods.map((method) => `${method} ${pathOf(id) || '/'}`)
      })
    const known = new Set(rows.map(({ method, path }) => `${method} ${path}`))
    expect(wanted.length).toBeGreaterThan(120)
    expect(wanted.filter((name) => !known.has(name))).toEqual([])
  })

  test('the scripts of the built client send requests only to listed paths', () => {
    const scripts = readdirSync('build/client', { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.js') && !/manifest-/.test(name))
      .map((name) => readFileSync(join('build/client', name), 'utf8'))
    const paths = [...new Set(scripts.flatMap(findScriptPaths))]
    expect(paths.length).toBeGreaterThan(40)
    const isKnown = (path: string) => findRow(rows, { method: 'GET', path }) ?? findRow(rows, { method: 'POST', path })
    expect(paths.filter((path) => path !== '/live' && !isKnown(path)).toSorted()).toEqual(notPaths)
  })
})
