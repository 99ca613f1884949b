import { redirect } from 'react-router'
import { signedOutHeaders } from '#app/cookies.server.ts'
import { serve } from '#app/serve.server.ts'
import { signOut } from '#domain/accounts/end-sign-ins.server.ts'

/** An address that was typed by hand logs nobody out. */
export const loader = serve('anyone', async () => redirect('/'))

export const action = serve('anyone', async ({ context, product }) => {
  await signOut(context)
  return redirect('/', { headers: signedOutHeaders(product, 'logged_out') })
})
