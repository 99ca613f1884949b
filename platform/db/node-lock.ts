import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Logger } from 'pino'

const answerWithinMs = 10_000
const probeEveryMs = 5_000
const reconnectDelaysMs = [0, 200, 500, 1_000]
/** When the database goes away everybody loses their lock. This is long enough for all of them to have it back. */
const settledAfterMs = 5_000

export type NodeLock = {
  /** The name of this process among those that carry and measure calls. */
  nodeId: string
  /** Whether it has been held for so long that whoever lost theirs at the same moment has theirs again, too. */
  isSettled(): boolean
  close(): Promise<void>
}

type Options = {
  /** An address without a pooler in between: the lock belongs to the connection. */
  url: string
  log: Pick<Logger, 'warn'>
  settleMs?: number
}

/**
 * Holds a lock in the name of this process for as long as the process lives: when it is killed the database frees the lock at once. It is
 * shared, so that a connection whose end the database has not noticed yet does not keep the next one waiting; who wants to know whether
 * the process lives tries to take it alone.
 */
export async function holdNodeLock({ url, log, settleMs = settledAfterMs }: Options): Promise<NodeLock> {
  const nodeId = randomUUID()
  const closing = new AbortController()
  let client: pg.Client
  let heldSinceMs: number | undefined
  await hold()
  const probe = setInterval(() => void probeConnection(client), probeEveryMs)

  return {
    nodeId,
    isSettled: () => heldSinceMs !== undefined && performance.now() - heldSinceMs >= settleMs,
    async close() {
      closing.abort()
      clearInterval(probe)
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
      if (!closing.signal.aborted) log.warn({ err }, 'connection of the node’s lock lost')
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
        log.warn({ err }, 'the node’s lock could not be taken again yet')
        void client.end().catch(() => undefined)
      }
    }
  }

  /** A network that goes silent closes nothing: without a question now and then the loss would never be noticed. */
  async function probeConnection(probed: pg.Client): Promise<void> {
    await probed.query('select 1').catch(() => void probed.end().catch(() => undefined))
  }
}
