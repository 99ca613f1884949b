import { browserCookie } from '#app/base/cookies.server.ts'
import { asJson, serve } from '#app/base/serve.server.ts'
import { readBrowser } from '#app/account/sign-in-flow.server.ts'
import { startPasskeySignIn } from '#domain/sign-in/sign-in-with-passkey.server.ts'
import type { Route } from './+types/passkey-challenge.route'

/** Returns the options for a sign-in with a passkey. The cookie binds their challenge to this browser. */
export const action = serve('anyone', async ({ context, product }, { request }: Route.ActionArgs) => {
  const cookies: string[] = []
  const answer = await asJson(async () => {
    const { browser } = readBrowser(request, product)
    const started = await startPasskeySignIn(context, { site: product, browser })
    cookies.push(browserCookie(product, started.browser))
    return started.options
  })
  for (const cookie of cookies) answer.headers.append('Set-Cookie', cookie)
  return answer
})
