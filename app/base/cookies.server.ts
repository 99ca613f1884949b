import { knownBrowserDays, signInCookieDays } from '#kernel/limits.ts'
import type { Product } from '#kernel/product.ts'

export function readCookie(header: string | null | undefined, name: string): string | undefined {
  const prefix = `${name}=`
  return header
    ?.split(';')
    .map((part) => part.trim())
    .find((part) => part.startsWith(prefix))
    ?.slice(prefix.length)
}

/**
 * Name of the sign-in cookie. `__Host-` binds it to this host and to HTTPS. Browsers refuse that prefix over plain
 * HTTP, so local development uses another name.
 */
export function signInCookieName({ origin }: Product): string {
  return origin.startsWith('https:') ? '__Host-samjhao' : 'samjhao_sign_in'
}

export function readSignInToken(product: Product, cookieHeader: string | null | undefined): string | undefined {
  return readCookie(cookieHeader, signInCookieName(product))
}

export function signInCookie(product: Product, token: string): string {
  return formatCookie(product, signInCookieName(product), { value: token, days: signInCookieDays })
}

export function signedOutCookie(product: Product): string {
  return formatCookie(product, signInCookieName(product), { value: '', days: 0 })
}

/** Identifies a known browser at its next login. It survives a logout and grants no access. */
export function browserCookieName({ origin }: Product): string {
  return origin.startsWith('https:') ? '__Host-samjhao-browser' : 'samjhao_browser'
}

export function readBrowserToken(product: Product, cookieHeader: string | null | undefined): string {
  return readCookie(cookieHeader, browserCookieName(product)) ?? ''
}

export function browserCookie(product: Product, token: string): string {
  return formatCookie(product, browserCookieName(product), { value: token, days: knownBrowserDays })
}

function formatCookie(product: Product, name: string, { value, days }: { value: string; days: number }): string {
  return formatShortCookie(product, name, { value, seconds: days * 86_400 })
}

export function formatShortCookie(
  { origin }: Product,
  name: string,
  { value, seconds }: { value: string; seconds: number },
): string {
  const secure = origin.startsWith('https:') ? '; Secure' : ''
  return `${name}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`
}
