import { redirect } from 'react-router'
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
