import { answerSignIn, readBrowser } from '#app/account/sign-in-flow.server.ts'
import { readJson, serve } from '#app/base/serve.server.ts'
import { signIn } from '#domain/sign-in/sign-in.server.ts'
import type { Route } from './+types/log-in-here.route'

/** Signs in for the Request Session dialog, which stays open. */
export const action = serve('anyone', async (scope, { request }: Route.ActionArgs) => {
  const { context, product } = scope
  const { email, password, code } = Object(await readJson(request)) as Record<string, unknown>
  const signedIn = signIn(context, {
    email: String(email ?? ''),
    password: String(password ?? ''),
    code: String(code ?? ''),
    ...readBrowser(request, product),
  })
  return answerSignIn(signedIn, { ...scope, code: 'logged_in' })
})
