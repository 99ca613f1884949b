import type { MiddlewareHandler } from 'hono'
import { logPath } from '#kernel/log-path.ts'
import type { RequestKind } from '#server/metrics.ts'
import type { Env } from '#server/request.ts'
import type { Services } from '#server/services.ts'

/** The status that nginx logs when the client has closed the connection. */
const clientClosedStatus = 499

/**
 * Writes one log line and one measurement per response. Query strings are not logged, because they may contain secrets.
 * The count includes statements until the response began, not those of streamed parts.
 */
export function observe({ log, metrics, database }: Services): MiddlewareHandler<Env> {
  return async (c, next) => {
    const startedAtMs = performance.now()
    const count = { statements: 0 }
    await database.countStatements(count, next)
    const ms = performance.now() - startedAtMs
    const { method } = c.req
    const kind = toKind(c.req.path)
    const path = logPath(c.req.path)
    // After a client disconnect, a missing response is not an error of ours.
    const status = c.req.raw.signal.aborted ? clientClosedStatus : c.res.status
    metrics.recordRequest({ kind, method, status }, { seconds: ms / 1000, ...count })
    if (kind === 'asset' || kind === 'health') return
    const requestId = c.get('requestId')
    log.info(
      {
        requestId,
        method,
        path,
        status,
        ms: Math.round(ms * 10) / 10,
        ...count,
        from: c.get('clientAddress'),
        account: c.get('account'),
      },
      'served',
    )
  }
}

function toKind(path: string): RequestKind {
  if (path === '/healthz' || path === '/readyz' || path === '/metrics') return 'health'
  if (path.endsWith('.data')) return 'data'
  return /\.[a-z0-9]{2,11}$/.test(path) ? 'asset' : 'page'
}
