import { randomBytes } from 'node:crypto'
import { redirect } from 'react-router'
import { formatShortCookie, readCookie } from '#app/base/cookies.server.ts'
import { type Flash, flashName, addFlash } from '#app/base/flash.ts'
import { type FlashCode, isFlashCode } from '#app/base/flash-text.ts'
import { isDataRequest } from '#app/base/request.server.ts'
import type { Product } from '#kernel/product.ts'

/**
 * Redirects with a toast. For a data request of the client router, the code is in the redirect URL, so only this
 * tab reads it. Otherwise the code is in a cookie for the next document. Data requests of other tabs ignore the cookie.
 */
export function redirectWithFlash(
  code: FlashCode,
  { to, request, product, cookies = [] }: { to: string; request: Request; product: Product; cookies?: string[] },
): Response {
  const headers = new Headers()
  for (const cookie of cookies) headers.append('Set-Cookie', cookie)
  if (isDataRequest(request)) return redirect(addFlash(to, code), { headers })
  headers.append('Set-Cookie', formatFlash(product, `${code}.${randomBytes(6).toString('base64url')}`, 60))
  return redirect(to, { headers })
}

/** The toast for the document that is being rendered. */
export function findFlash(request: Request, product: Product): Flash | null {
  if (isDataRequest(request)) return null
  const [code, id = ''] = readCookie(request.headers.get('cookie'), flashCookieName(product))?.split('.') ?? []
  return isFlashCode(code) ? { code, id } : null
}

/**
 * Sent with the document that shows the toast. A redirect must not clear the cookie, because it shows no toast.
 */
export function clearFlash(product: Product): string {
  return formatFlash(product, '', 0)
}

function formatFlash(product: Product, value: string, seconds: number): string {
  return formatShortCookie(product, flashCookieName(product), { value, seconds })
}

/** Over HTTPS the name has the prefix `__Host-`, like the sign-in cookie. */
export function flashCookieName({ origin }: Product): string {
  return origin.startsWith('https:') ? '__Host-samjhao-flash' : flashName
}
