import { expect, test } from 'vitest'
import type { Mail } from '#platform/mail/port.ts'
import { createMetrics } from '#server/metrics.ts'
import { createNodeMetrics, exportNodeState } from '#server/node-metrics.ts'
import { findValue, parseMetrics } from '#tests/metrics-text.ts'

function startNode() {
  const metrics = createMetrics()
  const read = async (name: string, labels?: Record<string, string>) =>
    findValue(parseMetrics(await metrics.text()), `samjhao_${name}`, labels)
  return { metrics, node: createNodeMetrics(metrics), read }
}

test('interruptions are counted by cause, and the calls that a meter ended by reason', async () => {
  const { node, read } = startNode()
  const evidence = { stillSpeaks: true, otherSentBytes: 0 }
  node.recordMeterEvent({ what: 'connected' })
  node.recordMeterEvent({ what: 'interrupted', lost: null, atMs: 1, evidence: { by: 'server' } })
  node.recordMeterEvent({ what: 'interrupted', lost: 'expert', atMs: 1, evidence })
  node.recordMeterEvent({ what: 'interrupted', lost: 'expert', atMs: 1, evidence })
  node.recordMeterEvent({
    what: 'interrupted',
    lost: 'student',
    atMs: 1,
    evidence: { ...evidence, stillSpeaks: false },
  })
  node.recordMeterEvent({ what: 'over', reason: 'money_spent', lost: null })
  expect(await read('call_interruptions_total', { cause: 'service' })).toBe(1)
  expect(await read('call_interruptions_total', { cause: 'media' })).toBe(2)
  expect(await read('call_interruptions_total', { cause: 'silence' })).toBe(1)
  expect(await read('calls_ended_by_meter_total', { reason: 'money_spent' })).toBe(1)
  expect(await read('calls_ended_by_meter_total', { reason: 'side_lost' })).toBe(0)
})

test('mails and push messages are counted by result, and their errors are passed on', async () => {
  const { node, read } = startNode()
  const mail = {} as Mail
  await node.countMails({ send: async () => undefined }).send(mail, 'a')
  const failing = node.countMails({ send: () => Promise.reject(new Error('refused')) })
  await expect(failing.send(mail, 'b')).rejects.toThrow('refused')
  const push = node.countPushes({ publicKey: 'key', canSendTo: async () => true, send: async () => 'gone' })
  expect(await push.send({ endpoint: '', p256dh: '', auth: '' }, '', { urgency: 'high', ttlSeconds: 1 })).toBe('gone')
  expect(push.publicKey).toBe('key')
  expect(await read('mails_total', { result: 'sent' })).toBe(1)
  expect(await read('mails_total', { result: 'failed' })).toBe(1)
  expect(await read('pushes_total', { result: 'sent' })).toBe(1)
  expect(await read('pushes_total', { result: 'failed' })).toBe(0)
})

test('times to the picture are counted in buckets', async () => {
  const { node, read } = startNode()
  for (const ms of [900, 3_000, 60_000]) node.recordPicture(ms)
  expect(await read('call_picture_seconds_bucket', { le: '1' })).toBe(1)
  expect(await read('call_picture_seconds_bucket', { le: '4' })).toBe(2)
  expect(await read('call_picture_seconds_bucket', { le: '60' })).toBe(3)
  expect(await read('call_picture_seconds_sum')).toBeCloseTo(63.9)
})

test('the state of the node is read at each scrape', async () => {
  const { metrics, read } = startNode()
  const pool = { totalCount: 5, idleCount: 2, waitingCount: 0 }
  let busDelay: number | null = 0.25
  exportNodeState(metrics, {
    pool,
    maxConnections: 20,
    openSockets: () => 7,
    countMeteredCalls: () => 3,
    readBusDelay: async () => busDelay,
  })
  expect(await read('sockets')).toBe(7)
  expect(await read('metered_calls')).toBe(3)
  expect(await read('database_connections', { state: 'busy' })).toBe(3)
  expect(await read('database_connections', { state: 'idle' })).toBe(2)
  expect(await read('database_connections_max')).toBe(20)
  expect(await read('bus_up')).toBe(1)
  expect(await read('bus_delay_seconds')).toBe(0.25)
  pool.waitingCount = 4
  busDelay = null
  expect(await read('database_connection_waiters')).toBe(4)
  expect(await read('bus_up')).toBe(0)
  expect(await read('bus_delay_seconds')).toBeUndefined()
})
