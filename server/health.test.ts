import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readyTimeoutMs } from '#server/health.ts'

test('a node without its database answers the check of the load balancer long before that gives the node up', () => {
  const [, seconds] = /^ *timeout check (\d+)s$/m.exec(readFileSync('deploy/haproxy.cfg', 'utf8')) ?? []
  expect(readyTimeoutMs).toBeLessThan((Number(seconds) * 1_000) / 2)
})
