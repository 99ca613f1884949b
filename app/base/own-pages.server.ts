import { data, redirect } from 'react-router'
import { orRefusal } from '#app/base/serve.server.ts'
import { type Actor, isPerson, type Person } from '#domain/policy.ts'

type OwnPage = 'profile' | 'profile/edit' | 'wallet' | 'sessions' | `sessions/${string}`

/** Whoever opens a page of another kind of person is sent to the same page of their own. */
export function keepTo(kind: 'student' | 'expert', { actor, page }: { actor: Actor; page: OwnPage }): void {
  if (!isPerson(actor)) return
  if (actor.role === 'team') throw redirect('/team')
  const own = actor.role === 'expert' ? 'expert' : 'student'
  if (own !== kind) throw redirect(own === 'expert' ? `/expert/${page}` : `/user/${page}`)
}

/** The pages of sessions stand under two addresses, for each kind of person one. Visitors say who they are and come back. */
export function keepToOwnSessions(actor: Actor, request: Request): Person {
  const path = new URL(request.url).pathname.replace(/\.data$/, '')
  if (!isPerson(actor)) throw redirect(`/login?redirect=${path}`)
  const [, first, , id] = path.split('/')
  keepTo(first === 'expert' ? 'expert' : 'student', { actor, page: id ? `sessions/${id}` : 'sessions' })
  return actor
}

/** Students see what they have booked; when they can be booked is a question for experts. */
export function keepToSchedule(actor: Actor): Person {
  if (!isPerson(actor)) throw redirect('/login?redirect=/expert/schedule')
  if (actor.role === 'team') throw redirect('/team')
  if (actor.role !== 'expert') throw redirect('/user/bookings')
  return actor
}

/** The page of a booking stands under two addresses, too; the list of them is a student's, and an expert has a schedule. */
export function keepToOwnBookings(actor: Actor, request: Request): Person {
  const path = new URL(request.url).pathname.replace(/\.data$/, '')
  if (!isPerson(actor)) throw redirect(`/login?redirect=${path}`)
  if (actor.role === 'team') throw redirect('/team')
  const [, first, , id] = path.split('/')
  const own = actor.role === 'expert' ? 'expert' : 'user'
  if (own === first) return actor
  throw redirect(id ? `/${own}/bookings/${id}` : own === 'expert' ? '/expert/schedule' : '/user/bookings')
}

/** Students ask for refunds; what they mean for an expert stands among the expert's sessions. */
export function keepToRefunds(actor: Actor): void {
  if (!isPerson(actor)) throw redirect('/login?redirect=/user/refunds')
  if (actor.role === 'team') throw redirect('/team/experts')
  if (actor.role === 'expert') throw redirect('/expert/sessions?show=refunded')
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
