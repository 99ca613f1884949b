import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Logger } from 'pino'
import { busReconnectDelaysMs } from '#kernel/socket-limits.ts'
import type { Bus } from '#platform/bus/port.ts'
import { createSafeRunner } from '#platform/bus/run-safely.ts'

const channel = 'samjhao_bus'
/** PostgreSQL refuses a NOTIFY of 8,000 bytes. */
const envelopeMaxBytes = 7_999
const batchMax = 500
const answerWithinMs = 5_000
const probeEveryMs = 1_000
/** A connection that has not answered for this long counts as disconnected until it answers. */
const disconnectedAfterMs = 1_000
/** A silent connection is noticed within this time. */
export const disconnectedWithinMs = probeEveryMs + disconnectedAfterMs

type Options = {
  url: string
  pool: pg.Pool
  log: Pick<Logger, 'warn'>
  reconnectDelaysMs?: readonly number[]
}

type PendingMessage = { envelope: string; done(): void; failed(error: unknown): void }

/** One connection per process listens for all topics. Publishing goes through the pool, in order and in batches. */
export async function connectBus({ url, pool, log, reconnectDelaysMs = busReconnectDelaysMs }: Options): Promise<Bus> {
  const listeners = new Map<string, Set<(payload: string) => void>>()
  const gapListeners = new Set<() => void>()
  const closing = new AbortController()
  const runSafely = createSafeRunner(log)
  let client: pg.Client
  let listeningClient: pg.Client | undefined
  /** True while the answer to the running probe is overdue. */
  let isLate = false
  let isProbing = false
  const pendingMessages: PendingMessage[] = []
  let isSending = false
  let count = 0

  await listen()
  // A silent network closes no connection, so only a regular probe notices the loss.
  const probeTimer = setInterval(() => {
    if (listeningClient && !isProbing) void probeConnection(listeningClient)
  }, probeEveryMs)

  return {
    async publish(topic, payload) {
      count += 1
      // PostgreSQL merges identical notifications of one transaction; the number makes them distinct.
      const envelope = JSON.stringify({ topic, payload, n: count })
      const bytes = Buffer.byteLength(envelope)
      if (bytes > envelopeMaxBytes) {
        throw new RangeError(
          `A message on "${topic}" has ${bytes} bytes, more than ${envelopeMaxBytes}: send an id instead.`,
        )
      }
      await new Promise<void>((done, failed) => {
        pendingMessages.push({ envelope, done, failed })
        if (!isSending) void send()
      })
    },
    subscribe(topic, listener) {
      // The wrapper makes two subscriptions of the same function distinct.
      const ownListener = (payload: string) => listener(payload)
      const topicListeners = listeners.get(topic) ?? new Set()
      listeners.set(topic, topicListeners.add(ownListener))
      return () => {
        topicListeners.delete(ownListener)
        if (topicListeners.size === 0 && listeners.get(topic) === topicListeners) listeners.delete(topic)
      }
    },
    // The single connection receives all topics.
    subscribed: () => Promise.resolve(),
    onGap(listener) {
      gapListeners.add(listener)
      return () => gapListeners.delete(listener)
    },
    isDisconnected: () => listeningClient === undefined || isLate,
    async close() {
      closing.abort()
      clearInterval(probeTimer)
      listeners.clear()
      gapListeners.clear()
      await client.end()
    },
  }

  async function send(): Promise<void> {
    isSending = true
    while (pendingMessages.length > 0) {
      const batch = pendingMessages.splice(0, batchMax)
      try {
        const envelopes = batch.map(({ envelope }) => envelope)
        await pool.query('select pg_notify($1, e) from unnest($2::text[]) e', [channel, envelopes])
        for (const { done } of batch) done()
      } catch (error) {
        for (const { failed } of batch) failed(error)
      }
    }
    isSending = false
  }

  async function probeConnection(client: pg.Client): Promise<void> {
    isProbing = true
    const timer = setTimeout(() => (isLate = true), disconnectedAfterMs)
    try {
      await client.query('select 1')
    } catch {
      if (listeningClient === client) listeningClient = undefined
      void client.end().catch(() => undefined)
    }
    clearTimeout(timer)
    isLate = false
    isProbing = false
  }

  async function listen(): Promise<void> {
    const newClient = new pg.Client({
      connectionString: url,
      application_name: 'samjhao bus',
      connectionTimeoutMillis: answerWithinMs,
      query_timeout: answerWithinMs,
      keepAlive: true,
    })
    client = newClient
    let state: 'connecting' | 'listening' | 'lost' = 'connecting'
    newClient.on('notification', ({ payload }) => deliver(payload ?? ''))
    newClient.on('error', (err) => {
      if (!closing.signal.aborted) log.warn({ err }, 'bus connection lost')
    })
    newClient.on('end', () => {
      const wasListening = state === 'listening'
      state = 'lost'
      if (listeningClient === newClient) listeningClient = undefined
      if (wasListening && !closing.signal.aborted) void recover()
    })
    await newClient.connect()
    await newClient.query(`listen ${channel}`)
    if (isLost(state)) throw new Error('connection lost while connecting')
    state = 'listening'
    listeningClient = newClient
  }

  async function recover(): Promise<void> {
    for (let attempt = 0; ; attempt += 1) {
      const delayMs = reconnectDelaysMs[Math.min(attempt, reconnectDelaysMs.length - 1)]
      try {
        await sleep(delayMs, undefined, { signal: closing.signal })
        await listen()
        break
      } catch (err) {
        if (closing.signal.aborted) return
        log.warn({ err }, 'reconnecting the bus failed, will retry')
        void client.end().catch(() => undefined)
      }
    }
    if (closing.signal.aborted) return
    for (const listener of gapListeners) runSafely(listener)
  }

  function deliver(text: string): void {
    runSafely(() => {
      const { topic, payload } = JSON.parse(text) as { topic: string; payload: string }
      for (const listener of listeners.get(topic) ?? []) runSafely(() => listener(payload))
    })
  }
}

/**
 * A function, because TypeScript would narrow the type of the variable, although an event may have changed its value.
 */
function isLost(state: string): boolean {
  return state === 'lost'
}
