import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readyTimeoutMs } from '#server/health.ts'

test('a node without its database answers health checks well before the load balancer’s timeout', () => {
  const [, seconds] = /^ *timeout check (\d+)s$/m.exec(readFileSync('deploy/haproxy.cfg', 'utf8')) ?? []
  expect(readyTimeoutMs).toBeLessThan((Number(seconds) * 1_000) / 2)
})
