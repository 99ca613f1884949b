import { timingSafeEqual } from 'node:crypto'
import { Hono } from 'hono'
import { sql } from 'kysely'
import type { Env } from '#server/request.ts'
import type { Services } from '#server/services.ts'

const readyTimeoutMs = 2_000

/** /healthz: the process lives. /readyz: it can serve, which needs its database. /metrics: for those with the token. */
export function health({ config, database, metrics, stopping }: Services): Hono<Env> {
  const app = new Hono<Env>()
  app.get('/healthz', (c) => c.text('ok'))
  app.get('/readyz', async (c) => {
    if (stopping.value) return c.text('stopping', 503)
    const answered = sql`select 1`.execute(database.db).then(
      () => true,
      () => false,
    )
    const late = new Promise<boolean>((resolve) => setTimeout(resolve, readyTimeoutMs, false).unref())
    return (await Promise.race([answered, late]))
      ? c.text('ready')
      : c.text('the database does not answer', 503)
  })
  const token = config.metrics && 'token' in config.metrics ? config.metrics.token : undefined
  if (token) {
    app.get('/metrics', async (c) => {
      if (!isBearer(c.req.header('authorization') ?? '', token)) return c.text('a token is needed', 401)
      return c.body(await metrics.text(), 200, { 'Content-Type': metrics.contentType })
    })
  }
  return app
}

function isBearer(header: string, token: string): boolean {
  const given = Buffer.from(header)
  const wanted = Buffer.from(`Bearer ${token}`)
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}
