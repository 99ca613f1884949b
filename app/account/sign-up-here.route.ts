import { answerSignIn, readBrowser } from '#app/account/sign-in-flow.server.ts'
import { readJsonTexts, serve } from '#app/base/serve.server.ts'
import { registerStudent } from '#domain/sign-in/register-student.server.ts'
import type { Route } from './+types/sign-up-here.route'

/** Registers a student for the Request Session dialog, which stays open. */
export const action = serve('anyone', async (scope, { request }: Route.ActionArgs) => {
  const { context, product } = scope
  const { accepted, ...fields } = await readJsonTexts(request, ['fullName', 'email', 'password', 'accepted'])
  const registered = registerStudent(context, {
    ...fields,
    accepted: accepted === 'on',
    ...readBrowser(request, product),
  })
  return answerSignIn(registered, { ...scope, code: 'registered' })
})
