import { redirect } from 'react-router'
import { browserCookie, browserCookieName, readCookie, signInCookie } from '#app/base/cookies.server.ts'
import type { RequestScope } from '#app/base/request.server.ts'
import type { FlashCode } from '#app/base/flash-text.ts'
import { redirectWithFlash } from '#app/base/flash.server.ts'
import { returnPath } from '#app/base/return-path.ts'
import { acceptTermsPath, catchRefusal } from '#app/base/serve.server.ts'
import { type Actor, isPerson } from '#domain/policy.ts'
import type { BrowserSignIn } from '#domain/sign-in/browser-sign-in.server.ts'
import { passkeyHost } from '#domain/sign-in/rules.ts'
import type { Product } from '#kernel/product.ts'

/** Redirects signed-in users away from the login and registration pages. */
export function redirectIfSignedIn(actor: Actor): void {
  if (isPerson(actor)) throw redirect('/profile')
  if (actor.kind === 'newcomer') throw redirect(acceptTermsPath)
}

/** Sets the cookies and redirects to the return path; returns the refusal when the sign-in fails. */
export async function completeSignIn(
  signIn: Promise<BrowserSignIn & { isPasskeyOffered?: boolean }>,
  options: Pick<RequestScope, 'product' | 'log' | 'requestId'> & {
    request: Request
    code: FlashCode
    otherwise: string
  },
) {
  const { product, log, requestId, request, code, otherwise } = options
  const result = await catchRefusal(signIn)
  if (!('token' in result)) {
    log.info({ requestId, code: result.data.refusal.code }, 'sign-in refused')
    return result
  }
  log.info({ requestId, account: result.id, role: result.role, how: code }, 'signed in')
  const to = returnPath(new URL(request.url).searchParams, result.role) ?? otherwise
  const cookies = [signInCookie(product, result.token), browserCookie(product, result.browser)]
  const offersPasskey = result.isPasskeyOffered === true && passkeyHost(product.origin) !== null
  throw redirectWithFlash(offersPasskey ? 'logged_in_offer' : code, { to, request, product, cookies })
}

/** Reads the user agent and the browser cookie. */
export function readBrowser(request: Request, product: Product): { userAgent: string; browser: string } {
  const { headers } = request
  return {
    userAgent: headers.get('user-agent') ?? '',
    browser: readCookie(headers.get('cookie'), browserCookieName(product)) ?? '',
  }
}

/** Reads the browser's response about a passkey. Returns null if it is not JSON; the verb refuses null. */
export function readPasskey(form: FormData): unknown {
  try {
    return JSON.parse(String(form.get('passkey') ?? ''))
  } catch {
    return null
  }
}
