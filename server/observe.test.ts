import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { createMetrics } from '#server/metrics.ts'
import { observe } from '#server/observe.ts'
import type { Env } from '#server/request.ts'
import type { Services } from '#server/services.ts'

test('the log line of a refused request has the account, the path without its query, the network address and the status', async () => {
  const lines: object[] = []
  const services = {
    log: { info: (line: object) => void lines.push(line) },
    metrics: createMetrics(),
    database: { countStatements: (_count: unknown, work: () => unknown) => work() },
  } as unknown as Services
  const app = new Hono<Env>().use(observe(services)).get('*', (c) => {
    c.set('requestId', 'r1')
    c.set('clientAddress', '198.51.100.9')
    c.set('account', 'asha')
    return c.text('', 403)
  })
  await app.request('/team/people?name=secret')
  const expected = { requestId: 'r1', method: 'GET', path: '/team/people', status: 403, from: '198.51.100.9' }
  expect(lines).toEqual([expect.objectContaining({ ...expected, account: 'asha' })])
  expect(JSON.stringify(lines)).not.toContain('secret')
})
