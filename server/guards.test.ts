import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { readConfig } from '#server/config.server.ts'
import { isOwnOrigin, requireOwnHost, timeLimit } from '#server/guards.ts'
import type { Env } from '#server/request.ts'

const demo = readConfig({ PORT: '3000' })

test.each([
  ['localhost:3000', 200],
  ['127.0.0.1:3000', 200],
  ['[::1]:3000', 200],
  ['localhost', 200],
  ['evil.example', 421],
  ['127.0.0.1.evil.example', 421],
  ['localhost.evil.example:3000', 421],
  ['', 421],
])('a loopback server asked as "%s" answers %i', async (host, status) => {
  const app = new Hono<Env>().use(requireOwnHost(demo)).get('/', (c) => c.text('ok'))
  expect((await app.request('/', { headers: { host } })).status).toBe(status)
})

test.each([
  ['http://localhost:3000', 'localhost:3000', true],
  ['http://127.0.0.1:3000', '127.0.0.1:3000', true],
  ['http://127.0.0.1:4000', '127.0.0.1:3000', false],
  ['http://evil.example', 'evil.example', false],
  ['null', 'localhost:3000', false],
])('the origin %s for the host %s is ours: %s', (origin, host, own) => {
  expect(isOwnOrigin(origin, demo, host)).toBe(own)
})

test('a page that does not come about in time is given up', async () => {
  const app = new Hono<Env>().use(timeLimit(5)).get('/', () => new Promise<Response>(() => undefined))
  const answer = await app.request('/')
  expect(answer.status).toBe(503)
  expect(await answer.text()).toBe('That took too long. Please try again.')
})
