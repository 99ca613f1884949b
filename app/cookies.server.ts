import { type FlashCode, flashCookieName } from '#app/features/frame/flash.ts'
import { signInCookieDays } from '#kernel/limits.ts'
import type { Product } from '#kernel/product.ts'

/**
 * The sign-in. `__Host-` binds it to this very host and to https; on this machine's plain http, where browsers refuse that
 * prefix, it has another name.
 */
export function signInCookieName({ origin }: Product): string {
  return origin.startsWith('https:') ? '__Host-samjhao' : 'samjhao_sign_in'
}

export function readSignInToken(
  product: Product,
  cookieHeader: string | null | undefined,
): string | undefined {
  const wanted = `${signInCookieName(product)}=`
  return cookieHeader
    ?.split(';')
    .map((part) => part.trim())
    .find((part) => part.startsWith(wanted))
    ?.slice(wanted.length)
}

export function signInCookie(product: Product, token: string): string {
  return write(product, token, signInCookieDays * 86_400)
}

function write(product: Product, value: string, maxAgeSeconds: number): string {
  const secure = product.origin.startsWith('https:') ? '; Secure' : ''
  return `${signInCookieName(product)}=${value}; Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax${secure}`
}

/** What an answer carries that signs somebody in. */
export function signedInHeaders(product: Product, token: string, code: FlashCode): Headers {
  return both(signInCookie(product, token), flash(code))
}

/** And one that signs out. */
export function signedOutHeaders(product: Product, code: FlashCode): Headers {
  return both(write(product, '', 0), flash(code))
}

function both(first: string, second: string): Headers {
  const headers = new Headers()
  headers.append('Set-Cookie', first)
  headers.append('Set-Cookie', second)
  return headers
}

/** One toast for the page that comes next, also across a redirect of the server. The page shows it and takes it away. */
export function flash(code: FlashCode): string {
  return `${flashCookieName}=${code}; Path=/; Max-Age=60; SameSite=Lax`
}
