import { signInCookieDays } from '#kernel/limits.ts'
import type { Product } from '#kernel/product.ts'

export function readCookie(header: string | null | undefined, name: string): string | undefined {
  const wanted = `${name}=`
  return header
    ?.split(';')
    .map((part) => part.trim())
    .find((part) => part.startsWith(wanted))
    ?.slice(wanted.length)
}

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
  return readCookie(cookieHeader, signInCookieName(product))
}

export function signInCookie(product: Product, token: string): string {
  return write(product, token, signInCookieDays * 86_400)
}

export function signedOutCookie(product: Product): string {
  return write(product, '', 0)
}

function write(product: Product, value: string, maxAgeSeconds: number): string {
  const secure = product.origin.startsWith('https:') ? '; Secure' : ''
  return `${signInCookieName(product)}=${value}; Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax${secure}`
}
