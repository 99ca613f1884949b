import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Logger } from 'pino'

const answerWithinMs = 10_000
const probeEveryMs = 5_000
const reconnectDelaysMs = [0, 200, 500, 1_000]
/** A database outage ends the locks of all processes. This is long enough for each to re-acquire its own. */
const defaultMinAgeMs = 5_000

export type NodeLock = {
  /** The id of this process among those that carry and meter calls. */
  nodeId: string
  /** Whether other processes have had time to acquire their locks again after a shared outage. */
  isOldEnough(): boolean
  close(): Promise<void>
}

type Options = {
  /** A URL without a pooler, because the lock belongs to the connection. */
  url: string
  log: Pick<Logger, 'warn'>
  minAgeMs?: number
}

/**
 * Holds an advisory lock named after this process. When the process is killed, the database frees it immediately. The
 * lock is shared, so that an old connection whose end is not noticed yet does not block the next one. Others check
 * whether the process is alive by trying to take the lock exclusively.
 */
export async function holdNodeLock({ url, log, minAgeMs = defaultMinAgeMs }: Options): Promise<NodeLock> {
  const nodeId = randomUUID()
  const closing = new AbortController()
  let client: pg.Client
  let heldSinceMs: number | undefined
  await hold()
  const probeTimer = setInterval(() => void probeConnection(client), probeEveryMs)

  return {
    nodeId,
    isOldEnough: () => heldSinceMs !== undefined && performance.now() - heldSinceMs >= minAgeMs,
    async close() {
      closing.abort()
      clearInterval(probeTimer)
      await client.end()
    },
  }

  async function hold(): Promise<void> {
    const newClient = new pg.Client({
      connectionString: url,
      application_name: 'samjhao node',
      connectionTimeoutMillis: answerWithinMs,
      query_timeout: answerWithinMs,
      keepAlive: true,
    })
    client = newClient
    newClient.on('error', (err) => {
      if (!closing.signal.aborted) log.warn({ err }, 'node lock connection lost')
    })
    newClient.on('end', () => {
      if (heldSinceMs === undefined || client !== newClient) return
      heldSinceMs = undefined
      void recover()
    })
    await newClient.connect()
    await newClient.query('select pg_advisory_lock_shared(hashtextextended($1, 0))', [nodeId])
    heldSinceMs = performance.now()
  }

  async function recover(): Promise<void> {
    for (let attempt = 0; !closing.signal.aborted; attempt += 1) {
      try {
        await sleep(reconnectDelaysMs[Math.min(attempt, reconnectDelaysMs.length - 1)], undefined, {
          signal: closing.signal,
        })
        return await hold()
      } catch (err) {
        if (closing.signal.aborted) return
        log.warn({ err }, 're-acquiring the node lock failed, will retry')
        void client.end().catch(() => undefined)
      }
    }
  }

  /** A silent network closes no connection, so only a regular probe notices the loss. */
  async function probeConnection(probed: pg.Client): Promise<void> {
    await probed.query('select 1').catch(() => void probed.end().catch(() => undefined))
  }
}
