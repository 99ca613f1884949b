import type { Side } from '#domain/sessions/states.ts'

/** A 'begun' booking has a session with the same id, which holds the further state. */
export type BookingState = 'booked' | 'begun' | 'cancelled' | 'missed'

type TransitionActor = Side | 'system'

/** Allowed transitions: from which states, to which state, by whom. */
const bookingTransitions = {
  reschedule: { from: ['booked'], to: 'booked', by: ['student', 'expert'] },
  cancel: { from: ['booked'], to: 'cancelled', by: ['student', 'expert'] },
  begin: { from: ['booked'], to: 'begun', by: ['student', 'expert'] },
  miss: { from: ['booked'], to: 'missed', by: ['system'] },
} as const satisfies Record<string, { from: readonly BookingState[]; to: BookingState; by: readonly TransitionActor[] }>

type BookingTransition = keyof typeof bookingTransitions

export function canTransitionBooking(state: BookingState, transition: BookingTransition, by: TransitionActor): boolean {
  const { from, by: allowedActors }: { from: readonly BookingState[]; by: readonly TransitionActor[] } =
    bookingTransitions[transition]
  return from.includes(state) && allowedActors.includes(by)
}
