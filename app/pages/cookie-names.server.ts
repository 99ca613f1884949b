import { browserCookieName, signInCookieName } from '#app/base/cookies.server.ts'
import { flashCookieName } from '#app/base/flash.server.ts'
import { zoneCookieNames } from '#app/base/zone.tsx'
import type { Product } from '#kernel/product.ts'

export type CookieNames = Record<'session' | 'auth' | 'browser', string[]>

/** The names of all cookies of this installation, as a browser lists them. */
export function listCookieNames(product: Product): CookieNames {
  const [secureZone, plainZone] = zoneCookieNames
  return {
    session: [product.origin.startsWith('https:') ? secureZone : plainZone, flashCookieName(product)],
    auth: [signInCookieName(product)],
    browser: [browserCookieName(product)],
  }
}
