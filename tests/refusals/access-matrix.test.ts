import { readFileSync } from 'node:fs'
import { expect, test, vi } from 'vitest'
import { policies } from '#domain/policy.ts'
import { systemClock } from '#kernel/time.ts'
import { createApp } from '#server/app.ts'
import { readConfig } from '#server/config.server.ts'
import type { Services } from '#server/services.ts'
import {
  columns,
  listAccess,
  openPaths,
  ownedPaths,
  plainRoutes,
  writeAccessPage,
} from '#tests/refusals/access-matrix.ts'
import { handlerForms } from '#tests/refusals/handler-forms.ts'

vi.mock('virtual:react-router/server-build', () => ({}))

const rows = listAccess()

test('docs/access.md is current (npm run access-matrix writes it)', () => {
  expect(readFileSync('docs/access.md', 'utf8')).toBe(writeAccessPage())
})

test('every path with a record is listed with its owner or as open, and no listed path is outdated', () => {
  const named = rows.map(({ path }) => path).filter((path) => /[:*]/.test(path) && path !== '/assets/*')
  const ofTeam = named.filter((path) => path.startsWith('/team/'))
  expect(new Set([...Object.keys({ ...ownedPaths, ...openPaths }), ...ofTeam])).toEqual(new Set(named))
})

test('every action has a row', () => {
  const files = rows.filter(({ method }) => method === 'POST').map(({ file }) => file)
  expect([...new Set(files)].toSorted()).toEqual(Object.keys(handlerForms).toSorted())
})

test('only the team may use the routes of the team', () => {
  const ofTeam = rows.filter(({ path }) => /^\/(team|application-documents)(\/|$)/.test(path))
  expect(ofTeam.length).toBeGreaterThan(40)
  const outsiders = Object.entries(columns).filter(([, { actor }]) => !policies.team(actor))
  for (const { path, access } of ofTeam) {
    expect([path, outsiders.filter(([name]) => access[name] !== 'no')]).toEqual([path, []])
  }
})

test('every route of the server has a row, and no row is outdated', async () => {
  const config = readConfig({ METRICS_TOKEN: 'a-token-of-sixteen-characters' })
  const services = { config, clock: systemClock, onExpertsChange: () => undefined } as unknown as Services
  // Middleware and the router are registered for every path.
  const { routes } = await createApp(services)
  const registered = routes.filter(({ path }) => path !== '/*' && path !== '*')
  const plain = plainRoutes.filter(({ method, file }) => method === 'GET' && file !== 'server/assets.ts')
  expect(new Set(registered.map(({ method, path }) => `${method} ${path}`))).toEqual(
    new Set(plain.map(({ method, path }) => `${method} ${path}`)),
  )
})

test('one server listens for requests and sockets', () => {
  const main = readFileSync('server/main.ts', 'utf8')
  expect(main.match(/\.on\('upgrade'/g)).toHaveLength(1)
  // The second server is for the metrics, if the operator has set a separate port.
  expect(main.match(/(?<!\.)createServer\(/g)).toHaveLength(2)
})
