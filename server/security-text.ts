import { Hono } from 'hono'
import type { Product } from '#kernel/product.ts'
import type { Env } from '#server/request.ts'

export const securityTextPath = '/.well-known/security.txt'

/**
 * RFC 9116 recommends less than a year. The period begins at the start of the server, so that the file of an abandoned
 * server expires.
 */
const validMs = 364 * 86_400_000

/** Says where to report a security problem (RFC 9116). SECURITY.md has the rest. */
export function securityText({ product, startedAt }: { product: Product; startedAt: Date }): Hono<Env> {
  const lines = [
    `Contact: mailto:${product.contacts.supportEmail}`,
    `Expires: ${new Date(startedAt.getTime() + validMs).toISOString()}`,
    'Preferred-Languages: en',
    `Canonical: ${product.origin}${securityTextPath}`,
    '',
  ]
  return new Hono<Env>().get(securityTextPath, (c) =>
    c.text(lines.join('\n'), 200, { 'Cache-Control': 'public, max-age=3600' }),
  )
}
