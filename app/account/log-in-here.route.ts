import { answerSignIn, readBrowser } from '#app/account/sign-in-flow.server.ts'
import { readJsonTexts, serve } from '#app/base/serve.server.ts'
import { signIn } from '#domain/sign-in/sign-in.server.ts'
import type { Route } from './+types/log-in-here.route'

/** Signs in for the Request Session dialog, which stays open. */
export const action = serve('anyone', async (scope, { request }: Route.ActionArgs) => {
  const { context, product } = scope
  const fields = await readJsonTexts(request, ['email', 'password', 'code'])
  const signedIn = signIn(context, { ...fields, ...readBrowser(request, product) })
  return answerSignIn(signedIn, { ...scope, code: 'logged_in' })
})
