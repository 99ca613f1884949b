import { redirect } from 'react-router'
import { browserCookie, readBrowserToken, signInCookie } from '#app/base/cookies.server.ts'
import type { RequestScope } from '#app/base/request.server.ts'
import type { SignInAnswer } from '#app/account/sign-in-answer.ts'
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

type SignIn = Promise<BrowserSignIn & { isPasskeyOffered?: boolean }>
type SignInOptions = Pick<RequestScope, 'product' | 'log' | 'requestId'> & { code: FlashCode }

/** Sets the cookies and redirects to the return path. Returns the refusal when the sign-in fails. */
export async function completeSignIn(signIn: SignIn, options: SignInOptions & { request: Request; otherwise: string }) {
  const { product, request, otherwise } = options
  const result = await runSignIn(signIn, options)
  if ('data' in result) return result
  const to = returnPath(new URL(request.url).searchParams, result.role) ?? otherwise
  throw redirectWithFlash(result.code, { to, request, product, cookies: result.cookies })
}

/** Like `completeSignIn`, for a script that stays on its page. The response contains the role and the toast code. */
export async function answerSignIn(signIn: SignIn, options: SignInOptions): Promise<Response> {
  const result = await runSignIn(signIn, options)
  if ('data' in result) return Response.json(result.data, result.init ?? undefined)
  const headers = new Headers({ 'Cache-Control': 'no-store' })
  for (const cookie of result.cookies) headers.append('Set-Cookie', cookie)
  return Response.json({ role: result.role, flash: result.code } satisfies SignInAnswer, { headers })
}

/** Returns the cookies of the new sign-in, or the refusal as data. */
async function runSignIn(signIn: SignIn, { product, log, requestId, code }: SignInOptions) {
  const result = await catchRefusal(signIn)
  if (!('token' in result)) {
    log.info({ requestId, code: result.data.refusal.code }, 'sign-in refused')
    return result
  }
  const { id, role } = result
  log.info({ requestId, account: id, role, how: code }, 'signed in')
  const offersPasskey = result.isPasskeyOffered === true && passkeyHost(product.origin) !== null
  const shownCode: FlashCode = offersPasskey ? 'logged_in_offer' : code
  return { role, code: shownCode, cookies: signInCookies(product, result) }
}

export function signInCookies(
  product: Product,
  { token, browser }: Pick<BrowserSignIn, 'token' | 'browser'>,
): string[] {
  return [signInCookie(product, token), browserCookie(product, browser)]
}

/** Reads the user agent and the browser cookie. */
export function readBrowser(request: Request, product: Product): { userAgent: string; browser: string } {
  const { headers } = request
  return {
    userAgent: headers.get('user-agent') ?? '',
    browser: readBrowserToken(product, headers.get('cookie')),
  }
}

/** Reads the browser's response about a passkey. Returns null for invalid JSON, which the domain then refuses. */
export function readPasskey(form: FormData): unknown {
  try {
    return JSON.parse(String(form.get('passkey') ?? ''))
  } catch {
    return null
  }
}
