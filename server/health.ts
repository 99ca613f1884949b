import { timingSafeEqual } from 'node:crypto'
import { Hono } from 'hono'
import { sql } from 'kysely'
import { fullBelowMegabytes, isDiskFull, readFreeMegabytes } from '#server/disk.ts'
import type { Env } from '#server/request.ts'
import type { Services } from '#server/services.ts'

/**
 * Less than half of the check timeout in deploy/haproxy.cfg: when a check gets no response, HAProxy closes all sockets
 * of this node, but calls must continue without the database.
 */
export const readyTimeoutMs = 700

/**
 * /healthz: the process is alive. /readyz: it can serve, with a database that answers and free disk space. /metrics:
 * for requests with the token.
 */
export function health({ config, database, metrics, stopping }: Services): Hono<Env> {
  const app = new Hono<Env>()
  app.get('/healthz', (c) => c.text('ok'))
  app.get('/readyz', async (c) => {
    // When a node answers 404, HAProxy (`disable-on-404`) sends it no new requests, but leaves its open connections to
    // the calls.
    const notReadyStatus = c.req.query('no') === '404' ? 404 : 503
    if (stopping.value) return c.text('stopping', notReadyStatus)
    const late = new Promise<string>((resolve) => {
      setTimeout(resolve, readyTimeoutMs, 'the database does not answer').unref()
    })
    const readinessProblem = await Promise.race([findReadinessProblem(), late])
    return readinessProblem ? c.text(readinessProblem, notReadyStatus) : c.text('ready')
  })

  async function findReadinessProblem(): Promise<string | null> {
    if ((await readFreeMegabytes(config)) < fullBelowMegabytes) return 'the disk is full'
    try {
      if (database.hasFullDisk.value) await tryToWrite(database)
      else await sql`select 1`.execute(database.db)
      return null
    } catch (error) {
      return isDiskFull(error) ? 'the disk of the database is full' : 'the database does not answer'
    }
  }

  const token = config.metrics && 'token' in config.metrics ? config.metrics.token : undefined
  if (token) {
    app.get('/metrics', async (c) => {
      if (!isBearer(c.req.header('authorization') ?? '', token)) return c.text('token required', 401)
      return c.body(await metrics.text(), 200, { 'Content-Type': metrics.contentType })
    })
  }
  return app
}

/** A full disk refuses only writes that need new space, so this allocates a megabyte for a moment. */
async function tryToWrite({ db, hasFullDisk }: Services['database']): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`create temporary table disk_probe on commit drop as
      select repeat('x', 1000) as x from generate_series(1, 1000)`.execute(tx)
  })
  hasFullDisk.value = false
}

function isBearer(header: string, token: string): boolean {
  const received = Buffer.from(header)
  const expected = Buffer.from(`Bearer ${token}`)
  return received.length === expected.length && timingSafeEqual(received, expected)
}
