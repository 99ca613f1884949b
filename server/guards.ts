import type { Context, MiddlewareHandler } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { requestBodyMaxBytes } from '#kernel/limits.ts'
import { type RefusalCode, refusals } from '#kernel/refusals.ts'
import { type Config, isLoopback } from '#server/config.server.ts'
import type { Env } from '#server/request.ts'

function refuse(c: Context<Env>, code: RefusalCode): Response {
  const { status, text } = refusals[code]
  return c.text(text, status as ContentfulStatusCode, { 'Cache-Control': 'no-store' })
}

const methods = new Set(['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE'])

/** A `Request` cannot have some of the other methods, such as TRACE, so they would cause errors. */
export const requireKnownMethod: MiddlewareHandler<Env> = async (c, next) =>
  methods.has(c.req.method) ? next() : refuse(c, 'unknown_method')

/**
 * A server on a loopback address answers only to loopback host names: another site that points its own name at
 * 127.0.0.1 gets nothing (DNS rebinding).
 */
export function requireOwnHost({ host }: Pick<Config, 'host'>): MiddlewareHandler<Env> {
  return async (c, next) => {
    if (isLoopback(host) && !isLoopback(removePort(c.req.header('host') ?? ''))) return refuse(c, 'unknown_host')
    return next()
  }
}

/** Razorpay, and browsers that return from it, post to these paths. Their handlers check the signatures. */
const providerPaths = ['/webhooks/razorpay', '/payment-return']

/** Requests that change something must come from our own pages. */
export function requireOwnOrigin(config: Pick<Config, 'host' | 'product' | 'payments'>): MiddlewareHandler<Env> {
  const openPaths = config.payments.kind === 'razorpay' ? providerPaths : []
  return async (c, next) => {
    if (['GET', 'HEAD', 'OPTIONS'].includes(c.req.method) || openPaths.includes(c.req.path)) return next()
    const site = c.req.header('sec-fetch-site')
    const origin = c.req.header('origin')
    const isOwn =
      site === undefined
        ? origin !== undefined && isOwnOrigin(origin, config, c.req.header('host'))
        : site === 'same-origin'
    return isOwn ? next() : refuse(c, 'foreign_origin')
  }
}

/** A loopback server has several names (localhost, 127.0.0.1), so the origin must match the requested host. */
export function isOwnOrigin(
  origin: string,
  { host, product }: Pick<Config, 'host' | 'product'>,
  requestHost: string | undefined,
): boolean {
  if (origin === product.origin) return true
  return isLoopback(host) && isLoopback(removePort(requestHost ?? '')) && origin === `http://${requestHost}`
}

type UploadLimit = { maxBytes: number; refusal: RefusalCode }
/** By path; `:id` stands for the id of a record. */
type UploadLimits = Record<string, UploadLimit>

export function findUploadLimit(limits: UploadLimits, path: string): UploadLimit | undefined {
  return new Map(Object.entries(limits)).get(path.replace(/(?<=\/)[\da-f]{8}-[\da-f-]{27}(?=\/|$)/i, ':id'))
}

/** Upload paths accept more than a form needs. Their clients are scripts, which read the error as JSON. */
export function limitBody(uploadLimits: UploadLimits): MiddlewareHandler<Env> {
  return async (c, next) => {
    const upload = findUploadLimit(uploadLimits, c.req.path)
    const maxBytes = upload?.maxBytes ?? requestBodyMaxBytes
    if (await isBodyWithin(c, maxBytes)) return next()
    if (!upload) return refuse(c, 'body_too_large')
    const { status, text } = refusals[upload.refusal]
    return c.json({ error: text }, status as ContentfulStatusCode)
  }
}

async function isBodyWithin(c: Context<Env>, maxBytes: number): Promise<boolean> {
  const { method, headers, body, signal } = c.req.raw
  if (!headers.has('transfer-encoding')) return Number(headers.get('content-length') ?? 0) <= maxBytes
  // The length of a chunked body is known only after it has arrived.
  const pieces: Uint8Array[] = []
  let length = 0
  for await (const piece of body ?? []) {
    length += piece.length
    if (length > maxBytes) return false
    pieces.push(piece)
  }
  c.req.raw = new Request(c.req.url, { method, headers, signal, body: Buffer.concat(pieces) })
  return true
}

/** Answers a request that takes too long with a refusal, so that a stuck query does not pile up requests. */
export function timeLimit(limitMsOf: (path: string) => number): MiddlewareHandler<Env> {
  return async (c, next) => {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<'late'>((resolve) => {
      timer = setTimeout(() => resolve('late'), limitMsOf(c.req.path))
    })
    const outcome = await Promise.race([next(), late])
    clearTimeout(timer)
    if (outcome === 'late') c.res = refuse(c, 'took_too_long')
  }
}

function removePort(host: string): string {
  return host.replace(/:\d+$/, '')
}
