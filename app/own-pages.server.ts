import { data, redirect } from 'react-router'
import { orRefusal } from '#app/serve.server.ts'
import { type Actor, isPerson } from '#domain/policy.ts'

/** Whoever opens a page of another kind of person is sent to the same page of their own. */
export function keepTo(
  kind: 'student' | 'expert',
  { actor, page }: { actor: Actor; page: 'profile' | 'profile/edit' | 'wallet' },
): void {
  if (!isPerson(actor)) return
  if (actor.role === 'team') throw redirect('/team/experts')
  const own = actor.role === 'expert' ? 'expert' : 'student'
  if (own !== kind) throw redirect(own === 'expert' ? `/expert/${page}` : `/user/${page}`)
}

/**
 * For the forms of profiles, whose verbs say no to whoever may not save. What was typed goes back with the words why, also
 * when the sign-in has ended meanwhile.
 */
export async function orUnsaved<Typed extends object>(saved: Promise<void>, typed: Typed) {
  const refused = await orRefusal(saved)
  if (!refused) return undefined
  const { refusal } = refused.data
  const text = refusal.code === 'not_signed_in' ? 'User not authenticated' : refusal.text
  return data({ ...typed, refusal: { ...refusal, text } }, refused.init ?? undefined)
}
