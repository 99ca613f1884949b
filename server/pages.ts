import { createHash } from 'node:crypto'
import type { Context } from 'hono'
import { formTargetHeader } from '#app/base/form-target.ts'
import { earlyStarts, scriptsHeader } from '#app/base/public-page.ts'
import { chooseEncoding, compress, compressStream, compressWell, type Encoding } from '#server/compression.ts'
import { prepareScripts } from '#server/page-scripts.ts'
import type { Env } from '#server/request.ts'
import { contentSecurityPolicy } from '#server/security-headers.ts'

/** How long a cached public page is served, even if data of public pages has changed. */
const cacheMs = 1_000
/** How long it is served if no data of public pages has changed. */
const cacheUnchangedMs = 5_000
const cachedPagesMax = 300
const cachedUrlMaxLength = 300

type Render = (
  request: Request,
  scope: { requestId: string; nonce: string; clientAddress: string; onSignIn(account: string): void },
) => Promise<Response>

type Options = {
  render: Render
  /** Whether the request carries a sign-in or a toast: personal pages are never cached. */
  isSignedInRequest(request: Request): boolean
  isCached: boolean
  /** The URL of the script that keeps a live page current until React is loaded. */
  liveScript: string
  /** Calls back whenever data of public pages changes. */
  onChange?(listener: () => void): void
}

type CachedPage = {
  status: number
  headers: Headers
  bodies: { identity: Buffer } & Partial<Record<Encoding, Buffer>>
  isCompressedWell: boolean
  renderedAtMs: number
  /** How many changes of public data had been reported when its rendering began. */
  version: number
}

/**
 * Serves two kinds of pages. A public page (set by its route) is rendered completely, gets an ETag and script hashes,
 * and is cached for some seconds. Every other page is streamed and never cached, and its scripts have a nonce.
 */
export function createPageServer({ render, isSignedInRequest, isCached, liveScript, onChange }: Options) {
  let version = 0
  onChange?.(() => (version += 1))
  const pageCache = new Map<string, { page?: CachedPage; rendering?: Promise<CachedPage | undefined> }>()

  return async function servePage(c: Context<Env>): Promise<Response> {
    const isSignedIn = isSignedInRequest(c.req.raw)
    if (!isCached || !isCacheable(c) || isSignedIn) return sendPrivate(c, await renderPage(c), isSignedIn)
    const { url } = c.req
    const found = pageCache.get(url)
    if (found?.page && isFresh(found.page)) {
      compressOnce(found.page)
      return sendPublic(c, found.page)
    }
    if (found?.rendering) {
      const sharedPage = await found.rendering.catch(() => undefined)
      if (sharedPage) return sendPublic(c, sharedPage)
    }

    let ownResponse: Response | undefined
    const startVersion = version
    const rendering = renderPage(c).then(async (response) => {
      ownResponse = response
      return isPublic(response)
        ? await cachePage(response, {
            nonce: c.get('nonce'),
            liveScript,
            version: startVersion,
            before: found?.page,
          })
        : undefined
    })
    pageCache.delete(url)
    pageCache.set(url, { rendering })
    try {
      const page = await rendering
      if (!page) return sendPrivate(c, ownResponse as Response, isSignedIn)
      pageCache.set(url, { page })
      return sendPublic(c, page)
    } finally {
      if (!pageCache.get(url)?.page) pageCache.delete(url)
      if (pageCache.size > cachedPagesMax) pageCache.delete(pageCache.keys().next().value as string)
    }
  }

  function isFresh(page: CachedPage): boolean {
    const ageMs = Date.now() - page.renderedAtMs
    return ageMs < cacheMs || (ageMs < cacheUnchangedMs && page.version === version)
  }

  function renderPage(c: Context<Env>): Promise<Response> {
    const request = c.req.method === 'HEAD' ? new Request(c.req.url, { headers: c.req.raw.headers }) : c.req.raw
    const { requestId, nonce, clientAddress } = c.var
    return render(request, { requestId, nonce, clientAddress, onSignIn: (account) => c.set('account', account) })
  }
}

function isCacheable(c: Context<Env>): boolean {
  const isReadMethod = c.req.method === 'GET' || c.req.method === 'HEAD'
  return isReadMethod && c.req.url.length <= cachedUrlMaxLength
}

function isPublic(response: Response): boolean {
  return (
    response.status === 200 &&
    !response.headers.has('Set-Cookie') &&
    (response.headers.get('Cache-Control') ?? '').startsWith('public') &&
    isHtml(response.headers)
  )
}

function isHtml(headers: Headers): boolean {
  return (headers.get('Content-Type') ?? '').startsWith('text/html')
}

/** A picture is the same for everyone with its URL, unless the response also renews a cookie. */
function isPicture(headers: Headers): boolean {
  return (headers.get('Content-Type') ?? '').startsWith('image/') && !headers.has('Set-Cookie')
}

type CachePageOptions = { nonce: string; liveScript: string; version: number; before: CachedPage | undefined }

/** An unchanged page keeps its compressed bodies. */
async function cachePage(
  response: Response,
  { nonce, liveScript, version, before }: CachePageOptions,
): Promise<CachedPage> {
  const headers = new Headers(response.headers)
  const early = earlyStarts.find((start) => start === headers.get(scriptsHeader))
  headers.delete(scriptsHeader)
  const { html, scriptHashes } = prepareScripts(await response.text(), { nonce, early, liveScript })
  const identity = Buffer.from(html)
  headers.set('ETag', `W/"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`)
  headers.set('Vary', 'Accept-Encoding, Cookie')
  headers.set('Content-Security-Policy', contentSecurityPolicy(scriptHashes))
  const age = { renderedAtMs: Date.now(), version }
  if (before?.headers.get('ETag') === headers.get('ETag')) {
    const page = { ...before, headers, ...age }
    compressOnce(page)
    return page
  }
  return { status: response.status, headers, bodies: { identity }, isCompressedWell: false, ...age }
}

/**
 * A page that is sent again is compressed with the best quality in the background. Most pages change before a second
 * request.
 */
function compressOnce(page: CachedPage): void {
  if (page.isCompressedWell) return
  page.isCompressedWell = true
  void compressWell(page.bodies.identity).then((br) => (page.bodies.br = br))
}

function sendPublic(c: Context<Env>, page: CachedPage): Response {
  const headers = new Headers(page.headers)
  if (c.req.header('if-none-match') === headers.get('ETag')) return new Response(null, { status: 304, headers })
  const encoding = chooseEncoding(c.req.header('accept-encoding'))
  const body = (page.bodies[encoding] ??= compress(page.bodies.identity, encoding))
  if (encoding !== 'identity') headers.set('Content-Encoding', encoding)
  headers.set('Content-Length', String(body.length))
  return new Response(c.req.method === 'HEAD' ? null : new Uint8Array(body), { status: page.status, headers })
}

function sendPrivate(c: Context<Env>, response: Response, isSignedIn: boolean): Response {
  const headers = new Headers(response.headers)
  headers.delete(scriptsHeader)
  const formTarget = headers.get(formTargetHeader)
  headers.delete(formTargetHeader)
  if (
    isHtml(headers) ||
    c.req.path.endsWith('.data') ||
    (isSignedIn && !isPicture(headers)) ||
    !headers.has('Cache-Control')
  ) {
    headers.set('Cache-Control', 'no-store')
  }
  if (isHtml(headers))
    headers.set('Content-Security-Policy', contentSecurityPolicy([`nonce-${c.get('nonce')}`], formTarget))
  if (!response.body || c.req.method === 'HEAD') return new Response(null, { status: response.status, headers })
  const isCompressible = /^(text\/|application\/(manifest\+)?json)/.test(headers.get('Content-Type') ?? '')
  const encoding = isCompressible ? chooseEncoding(c.req.header('accept-encoding')) : 'identity'
  if (encoding !== 'identity') {
    headers.set('Content-Encoding', encoding)
    headers.delete('Content-Length')
  }
  headers.set('Vary', 'Accept-Encoding')
  return new Response(compressStream(response.body, encoding), { status: response.status, headers })
}
