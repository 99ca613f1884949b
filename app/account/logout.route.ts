import { redirect } from 'react-router'
import { signedOutCookie } from '#app/base/cookies.server.ts'
import { redirectWithFlash } from '#app/base/flash.server.ts'
import { serve } from '#app/base/serve.server.ts'
import { signOut } from '#domain/accounts/end-sign-ins.server.ts'
import type { Route } from './+types/logout.route'

/** A GET request does not log the user out. */
export const loader = serve('anyone', async () => redirect('/'))

export const action = serve('anyone', async ({ context, product }, { request }: Route.ActionArgs) => {
  await signOut(context)
  return redirectWithFlash('logged_out', { to: '/', request, product, cookies: [signedOutCookie(product)] })
})
