import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { createRequestHandler, RouterContextProvider } from 'react-router'
import { requestScope } from '#app/request.server.ts'
import { requestBodyMaxBytes } from '#kernel/limits.ts'
import { refuse, requireOwnHost, requireOwnOrigin, timeLimit } from '#server/guards.ts'
import { health } from '#server/health.ts'
import { observe } from '#server/observe.ts'
import { createPageServer } from '#server/pages.ts'
import { requestVariables, type Env } from '#server/request.ts'
import { securityHeaders } from '#server/security-headers.ts'
import type { Services } from '#server/services.ts'

/** From a request to an answer, in the order in which things are checked. */
export function createApp(services: Services): Hono<Env> {
  const { config, database, clock, log, assets } = services
  const app = new Hono<Env>()

  app.use(requestVariables(config.trustedProxies))
  app.use(observe(services))
  app.route('/', health(services))
  app.use(securityHeaders(config.product.origin))
  app.use(requireOwnHost(config))
  if (assets) app.use(assets.serve)
  app.use(timeLimit())
  app.use(requireOwnOrigin(config))
  app.use(bodyLimit({ maxSize: requestBodyMaxBytes, onError: (c) => refuse(c as never, 'body_too_large') }))

  // Behind a proxy the host that arrives here may be another than the one in the browser.
  const allowedActionOrigins = [new URL(config.product.origin).host]
  const build = async () => ({ ...(await import('virtual:react-router/server-build')), allowedActionOrigins })
  const handle = createRequestHandler(build, import.meta.env.MODE)
  const servePage = createPageServer({
    cached: import.meta.env.PROD,
    render(request, { requestId, nonce }) {
      const context = new RouterContextProvider()
      context.set(requestScope, {
        requestId,
        nonce,
        product: config.product,
        context: { db: database.db, clock, actor: { kind: 'visitor' } },
        log,
      })
      return handle(request, context)
    },
  })
  app.all('*', servePage)

  app.onError((error, c) => {
    const requestId = c.get('requestId')
    log.error({ err: error, requestId, path: c.req.path }, 'unexpected error')
    return c.text(`An unexpected error occurred. Please try again later. Reference: ${requestId}`, 500)
  })
  return app
}
