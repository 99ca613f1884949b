import { redirect } from 'react-router'
import { flash } from '#app/cookies.server.ts'
import { serve } from '#app/serve.server.ts'
import { isPerson } from '#domain/policy.ts'

/** Has no face of its own: it sends everybody to the profile that is theirs. */
export const loader = serve('anyone', async ({ context }) => {
  const { actor } = context
  if (!isPerson(actor)) {
    return redirect('/login?from=profile', { headers: { 'Set-Cookie': flash('log_in_first') } })
  }
  if (actor.role === 'team') return redirect(actor.secondFactorMissing ? '/user/security' : '/team/experts')
  return redirect(actor.role === 'expert' ? '/expert/profile' : '/user/profile')
})
