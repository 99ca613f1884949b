import { data, redirect } from 'react-router'
import { catchRefusal, type TurnedAway } from '#app/base/serve.server.ts'
import { type Actor, isPerson, type Person } from '#domain/policy.ts'

type OwnPage = 'profile' | 'profile/edit' | 'wallet' | 'sessions' | `sessions/${string}`

/** A visitor logs in and comes back. */
export function redirectToLogin(back: string): never {
  throw redirect(`/login?redirect=${back}`)
}

/** The same, to the address that was asked for. */
export function logInFirst({ request }: TurnedAway): never {
  return redirectToLogin(pathOf(request))
}

/** The address of a page, also when the page's own router asks for its data. */
export function pathOf(request: Request): string {
  return new URL(request.url).pathname.replace(/\.data$/, '')
}

/** Whoever is signed in and opens a page of another kind of person is sent to the same page of their own. Visitors stay. */
export function redirectToOwnPage(actor: Actor, page: OwnPage): void {
  if (!isPerson(actor)) return
  if (actor.role === 'team') throw redirect('/team')
  throw redirect(actor.role === 'expert' ? `/expert/${page}` : `/user/${page}`)
}

/** The pages of sessions stand under two addresses, for each kind of person one. */
export function redirectToOwnSessions(person: Person, request: Request): void {
  const [, first, , id] = pathOf(request).split('/')
  const isOwn = person.role !== 'team' && (person.role === 'expert') === (first === 'expert')
  if (!isOwn) redirectToOwnPage(person, id ? `sessions/${id}` : 'sessions')
}

/** The page of a booking stands under two addresses, too. */
export function keepToOwnBooking(person: Person, request: Request): void {
  if (person.role === 'team') throw redirect('/team')
  const [, first, , id] = pathOf(request).split('/')
  const own = person.role === 'expert' ? 'expert' : 'user'
  if (own !== first) throw redirect(`/${own}/bookings/${id}`)
}

/** The list of bookings is a student's; an expert has a schedule. */
export function turnAwayFromBookings({ context: { actor }, request }: TurnedAway): never {
  if (!isPerson(actor)) return redirectToLogin(pathOf(request))
  throw redirect(actor.role === 'team' ? '/team' : '/expert/schedule')
}

/** Students see what they have booked; when they can be booked is a question for experts. */
export function turnAwayFromSchedule({ context: { actor } }: TurnedAway): never {
  if (!isPerson(actor)) return redirectToLogin('/expert/schedule')
  throw redirect(actor.role === 'team' ? '/team' : '/user/bookings')
}

/** Students ask for refunds; what they mean for an expert stands among the expert's sessions. */
export function turnAwayFromRefunds({ context: { actor } }: TurnedAway): never {
  if (!isPerson(actor)) return redirectToLogin('/user/refunds')
  throw redirect(actor.role === 'team' ? '/team/experts' : '/expert/sessions?show=refunded')
}

/**
 * For the forms of profiles, whose verbs say no to whoever may not save. What was typed goes back with the words why, also
 * when the sign-in has ended meanwhile.
 */
export async function refusalWithInput<Typed extends object>(saved: Promise<void>, typed: Typed) {
  const refused = await catchRefusal(saved)
  if (!refused) return undefined
  const { refusal } = refused.data
  const text = refusal.code === 'not_signed_in' ? 'User not authenticated' : refusal.text
  return data({ ...typed, refusal: { ...refusal, text } }, refused.init ?? undefined)
}
