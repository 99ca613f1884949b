import { data, redirect } from 'react-router'
import { pathOf } from '#app/base/request.server.ts'
import { catchRefusal, type RefusedRequest } from '#app/base/serve.server.ts'
import { type Actor, isPerson, type Person } from '#domain/policy.ts'

type OwnPage = 'profile' | 'profile/edit' | 'wallet' | 'boards' | 'sessions' | `sessions/${string}`

/** Redirects a visitor to the login, which then redirects back. */
export function redirectToLogin(back: string): never {
  throw redirect(`/login?redirect=${back}`)
}

/** Like `redirectToLogin`, with the requested URL. */
export function logInFirst({ request }: RefusedRequest): never {
  return redirectToLogin(pathOf(request))
}

/** Redirects a signed-in user from a page of another role to the same page of their role. Ignores visitors. */
export function redirectToOwnPage(actor: Actor, page: OwnPage): void {
  if (!isPerson(actor)) return
  if (actor.role === 'team') throw redirect('/team')
  throw redirect(actor.role === 'expert' ? `/expert/${page}` : `/user/${page}`)
}

/** The session pages have one path for students and one for experts. */
export function redirectToOwnSessions(person: Person, request: Request): void {
  const [, first, , id] = pathOf(request).split('/')
  const isOwn = person.role !== 'team' && (person.role === 'expert') === (first === 'expert')
  if (!isOwn) redirectToOwnPage(person, id ? `sessions/${id}` : 'sessions')
}

/** The list of boards, too, has one path for students and one for experts. */
export function redirectToOwnBoards(person: Person, request: Request): void {
  const [, first] = pathOf(request).split('/')
  const isOwn = person.role !== 'team' && (person.role === 'expert') === (first === 'expert')
  if (!isOwn) redirectToOwnPage(person, 'boards')
}

/** The booking page, too, has one path per role. */
export function redirectToOwnBooking(person: Person, request: Request): void {
  if (person.role === 'team') throw redirect('/team')
  const [, first, , id] = pathOf(request).split('/')
  const prefix = person.role === 'expert' ? 'expert' : 'user'
  if (prefix !== first) throw redirect(`/${prefix}/bookings/${id}`)
}

/** The list of bookings is for students. An expert has a schedule. */
export function redirectFromBookings({ context: { actor }, request }: RefusedRequest): never {
  if (!isPerson(actor)) return redirectToLogin(pathOf(request))
  throw redirect(actor.role === 'team' ? '/team' : '/expert/schedule')
}

/** The schedule is for experts. Students see their bookings. */
export function redirectFromSchedule({ context: { actor } }: RefusedRequest): never {
  if (!isPerson(actor)) return redirectToLogin('/expert/schedule')
  throw redirect(actor.role === 'team' ? '/team' : '/user/bookings')
}

/** The list of received reviews is for experts. Students find the feedback that they received on their profile. */
export function redirectFromReviews({ context: { actor } }: RefusedRequest): never {
  if (!isPerson(actor)) return redirectToLogin('/expert/reviews')
  throw redirect(actor.role === 'team' ? '/team' : '/user/profile')
}

/** Refund requests are for students. Experts see refunds among their sessions. */
export function redirectFromRefunds({ context: { actor } }: RefusedRequest): never {
  if (!isPerson(actor)) return redirectToLogin('/user/refunds')
  throw redirect(actor.role === 'team' ? '/team/experts' : '/expert/sessions?show=refunded')
}

/**
 * For the profile forms: returns the user's input together with the refusal, even when the sign-in has expired
 * meanwhile.
 */
export async function refusalWithInput<Typed extends object>(saved: Promise<void>, typed: Typed) {
  const refused = await catchRefusal(saved)
  if (!refused) return undefined
  const { refusal } = refused.data
  const text = refusal.code === 'not_signed_in' ? 'User not authenticated' : refusal.text
  return data({ ...typed, refusal: { ...refusal, text } }, refused.init ?? undefined)
}
