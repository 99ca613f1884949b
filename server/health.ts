import { timingSafeEqual } from 'node:crypto'
import { Hono } from 'hono'
import { sql } from 'kysely'
import { freeMegabytes, fullBelowMegabytes, isDiskFull } from '#server/disk.ts'
import type { Env } from '#server/request.ts'
import type { Services } from '#server/services.ts'

/**
 * Less than half of the check's own timeout in deploy/haproxy.cfg: a check that gets no answer closes the sockets of everybody on this node,
 * and calls go on without the database.
 */
export const readyTimeoutMs = 700

/**
 * /healthz: the process lives. /readyz: it can serve, which needs a database that answers and room to write.
 * /metrics: for those with the token.
 */
export function health({ config, database, metrics, stopping }: Services): Hono<Env> {
  const app = new Hono<Env>()
  app.get('/healthz', (c) => c.text('ok'))
  app.get('/readyz', async (c) => {
    // HAProxy (`disable-on-404`) sends nobody new to a node that answers 404 and leaves its open connections alone, which calls need.
    const no = c.req.query('no') === '404' ? 404 : 503
    if (stopping.value) return c.text('stopping', no)
    const late = new Promise<string>((resolve) => {
      setTimeout(resolve, readyTimeoutMs, 'the database does not answer').unref()
    })
    const readinessProblem = await Promise.race([findReadinessProblem(), late])
    return readinessProblem ? c.text(readinessProblem, no) : c.text('ready')
  })

  async function findReadinessProblem(): Promise<string | null> {
    if ((await freeMegabytes(config)) < fullBelowMegabytes) return 'the disk is full'
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
      if (!isBearer(c.req.header('authorization') ?? '', token)) return c.text('a token is needed', 401)
      return c.body(await metrics.text(), 200, { 'Content-Type': metrics.contentType })
    })
  }
  return app
}

/** A full disk refuses what needs new room, and nothing else: so a megabyte of it is taken for a moment. */
async function tryToWrite({ db, hasFullDisk }: Services['database']): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`create temporary table room on commit drop as
      select repeat('x', 1000) as x from generate_series(1, 1000)`.execute(tx)
  })
  hasFullDisk.value = false
}

function isBearer(header: string, token: string): boolean {
  const given = Buffer.from(header)
  const wanted = Buffer.from(`Bearer ${token}`)
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}
