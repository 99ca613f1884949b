import type { MiddlewareHandler } from 'hono'
import type { Env } from '#server/request.ts'

const permissions = [
  'camera=(self)',
  'microphone=(self)',
  'display-capture=(self)',
  'fullscreen=(self)',
  'picture-in-picture=(self)',
  'autoplay=(self)',
  'publickey-credentials-create=(self)',
  'publickey-credentials-get=(self)',
  'geolocation=()',
  'usb=()',
  'payment=()',
  'browsing-topics=()',
].join(', ')

/** A page may replace these: to allow its scripts, or to send no referrer because its URL contains a secret. */
const defaultHeaders: [string, string][] = [
  ['Content-Security-Policy', contentSecurityPolicy([])],
  ['Referrer-Policy', 'strict-origin-when-cross-origin'],
]

export function securityHeaders(
  origin: string,
  { hstsSubdomains }: { hstsSubdomains: boolean },
): MiddlewareHandler<Env> {
  const fixedHeaders: [string, string][] = [
    ['X-Content-Type-Options', 'nosniff'],
    ['X-Frame-Options', 'DENY'],
    ['Permissions-Policy', permissions],
    ['Cross-Origin-Opener-Policy', 'same-origin'],
  ]
  if (origin.startsWith('https:')) {
    const subdomains = hstsSubdomains ? '; includeSubDomains' : ''
    fixedHeaders.push(['Strict-Transport-Security', `max-age=63072000${subdomains}`])
  }
  return async (c, next) => {
    await next()
    for (const [name, value] of fixedHeaders) c.res.headers.set(name, value)
    for (const [name, value] of defaultHeaders) if (!c.res.headers.has(name)) c.res.headers.set(name, value)
  }
}

/**
 * Scripts run only from our own files, or with a nonce or hash from this server. Inline styles are allowed: the style
 * sheet is part of the page, and a style cannot run code.
 */
export function contentSecurityPolicy(scriptSources: string[], formTarget: string | null = null): string {
  return [
    "default-src 'self'",
    ["script-src 'self'", ...scriptSources.map((source) => `'${source}'`)].join(' '),
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    ["form-action 'self'", formTarget].filter(Boolean).join(' '),
    "frame-ancestors 'none'",
  ].join('; ')
}
