import { Hono } from 'hono'
import { createRequestHandler, RouterContextProvider } from 'react-router'
import {
  readBrowserToken,
  readCookie,
  readSignInToken,
  signInCookie,
  signInCookieName,
} from '#app/base/cookies.server.ts'
import { flashCookieName } from '#app/base/flash.server.ts'
import { photoUploadPath } from '#app/account/photo/photo-upload-path.ts'
import { questionFilesPath } from '#app/sessions/request/question-files-path.ts'
import { documentsPath } from '#app/team/applications/documents-path.ts'
import { requestScope } from '#app/base/request.server.ts'
import { createDecodeQueue } from '#domain/files/decode-queue.server.ts'
import { createShareImages } from '#domain/discovery/share-images.server.ts'
import { photoBodyMaxBytes, questionFileMaxBytes, requestTimeoutMs, uploadTimeoutMs } from '#kernel/limits.ts'
import { logPath } from '#kernel/log-path.ts'
import { refusals } from '#kernel/refusals.ts'
import { isDatabaseUnavailable } from '#domain/database-unavailable.server.ts'
import type { Actor } from '#domain/policy.ts'
import { findActor } from '#server/find-actor.ts'
import {
  findUploadLimit,
  limitBody,
  requireKnownMethod,
  requireOwnHost,
  requireOwnOrigin,
  timeLimit,
} from '#server/guards.ts'
import { health } from '#server/health.ts'
import { observe } from '#server/observe.ts'
import { createPageServer } from '#server/pages.ts'
import { setRequestVariables, type Env } from '#server/request.ts'
import { securityHeaders } from '#server/security-headers.ts'
import { securityText } from '#server/security-text.ts'
import type { Services } from '#server/services.ts'

/** The paths with higher limits for body size and time. */
const uploadLimits = {
  [photoUploadPath]: { maxBytes: photoBodyMaxBytes, refusal: 'photo_too_large' },
  [questionFilesPath]: { maxBytes: questionFileMaxBytes, refusal: 'question_file_too_large' },
  '/boards/:id/pictures': { maxBytes: questionFileMaxBytes, refusal: 'question_file_too_large' },
  [documentsPath]: { maxBytes: questionFileMaxBytes, refusal: 'question_file_too_large' },
} as const

/** The request pipeline, in the order of its checks. */
export async function createApp(services: Services): Promise<Hono<Env>> {
  const { config, database, clock, log, assets } = services
  const app = new Hono<Env>()

  app.use(setRequestVariables(config.trustedProxies))
  app.use(observe(services))
  app.use(securityHeaders(config.product.origin, config))
  app.use(requireKnownMethod)
  app.route('/', health(services))
  app.use(requireOwnHost(config))
  app.route('/', securityText({ product: config.product, startedAt: clock.now() }))
  app.use(timeLimit((path) => (findUploadLimit(uploadLimits, path) ? uploadTimeoutMs : requestTimeoutMs)))
  if (assets) app.use(assets.serve)
  app.use(requireOwnOrigin(config))
  app.use(limitBody(uploadLimits))

  // Behind a proxy the host header may differ from the host in the browser.
  const allowedActionOrigins = [new URL(config.product.origin).host]
  const loadBuild = async () => ({ ...(await import('virtual:react-router/server-build')), allowedActionOrigins })
  // With a function, the router ranks all routes again for every request, which only development needs.
  const build = import.meta.env.PROD ? await loadBuild() : loadBuild
  const handle = createRequestHandler(build, import.meta.env.MODE)
  const signedInScript = assets?.getPath('signed-in')
  const shareImages = createShareImages({ storage: services.storage, productName: config.product.name })
  const decodeQueue = createDecodeQueue({ scanner: services.scanner })
  const servePage = createPageServer({
    isCached: import.meta.env.PROD,
    liveScript: assets?.getPath('entry.live') ?? '',
    onChange: services.onExpertsChange,
    isSignedInRequest(request) {
      const cookies = request.headers.get('cookie')
      return [signInCookieName(config.product), flashCookieName(config.product)].some((name) =>
        readCookie(cookies, name),
      )
    },
    async render(request, { requestId, nonce, clientAddress, onSignIn }) {
      const { product, secondFactorRequired } = config
      const cookies = request.headers.get('cookie')
      const token = readSignInToken(product, cookies)
      const browser = readBrowserToken(product, cookies)
      let databaseError: unknown
      const found = token
        ? await findActor(
            { db: database.db, clock, secondFactorRequired },
            { token, browser, address: clientAddress },
          ).catch((error: unknown) => {
            if (!isDatabaseUnavailable(error)) throw error
            databaseError = error
            return null
          })
        : null
      if (found) onSignIn(found.actor.id)
      const context = new RouterContextProvider()
      const { publish, sealer, push, calendars } = services
      const domain = {
        db: database.db,
        clock,
        // Without the database the cookie's owner is unknown. `serve` turns the error into an error page.
        get actor(): Actor {
          if (databaseError) throw databaseError
          const visitor = { kind: 'visitor', address: clientAddress } as const
          return found ? { ...found.actor, address: clientAddress } : visitor
        },
        publish,
        sealer,
      }
      context.set(requestScope, {
        requestId,
        nonce,
        signedInScript,
        product,
        context: domain,
        storage: services.storage,
        decodeQueue,
        payments: services.payments,
        push,
        calendars,
        payouts: config.payouts,
        times: config.callTimes,
        shareImages,
        listOutbox: services.listOutbox,
        getOnlineFigures: services.getOnlineFigures,
        readVitals: services.readVitals,
        installation: services.doctor,
        log,
      })
      const response = await handle(request, context)
      // Renews the cookie whenever the sign-in in the database was renewed.
      const cookiePrefix = `${signInCookieName(product)}=`
      if (token && found?.renewed && !response.headers.getSetCookie().some((text) => text.startsWith(cookiePrefix))) {
        response.headers.append('Set-Cookie', signInCookie(product, token))
      }
      return response
    },
  })
  app.all('*', servePage)

  app.onError((error, c) => {
    const requestId = c.get('requestId')
    if (isDatabaseUnavailable(error)) {
      const { status, text } = refusals.unavailable
      return c.text(text, status, { 'Retry-After': '1' })
    }
    log.error({ err: error, requestId, path: logPath(c.req.path) }, 'unexpected error')
    return c.text(`An unexpected error occurred. Please try again later. Reference: ${requestId}`, 500)
  })
  return app
}
