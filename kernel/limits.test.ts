import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { photoBodyMaxBytes, questionFileMaxBytes, uploadTimeoutMs } from '#kernel/limits.ts'

test('the largest upload arrives in time at 400 kbit/s', () => {
  const bytesPerSecond = 400_000 / 8
  const slowestMs = (Math.max(questionFileMaxBytes, photoBodyMaxBytes) / bytesPerSecond) * 1_000
  expect(slowestMs * 1.2).toBeLessThan(uploadTimeoutMs)
})

test('the timeouts of the load balancer are longer than that of an upload', () => {
  const config = readFileSync('deploy/haproxy.cfg', 'utf8')
  const [client, server] = ['client', 'server'].map((side) => {
    const web = config.slice(config.indexOf('timeout http-request'))
    return Number(new RegExp(`timeout ${side} (\\d+)s`).exec(web)?.[1])
  })
  expect([client, server].every((seconds) => Number(seconds) * 1_000 > uploadTimeoutMs)).toBe(true)
})
