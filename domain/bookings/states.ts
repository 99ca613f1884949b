import type { Side } from '#domain/sessions/states.ts'

/** 'begun' has a session of the same id, which says how it went on. */
export type BookingState = 'booked' | 'begun' | 'cancelled' | 'missed'

type Mover = Side | 'system'

/** What may happen to a booking, from where, to where, and by whom. */
const bookingMoves = {
  reschedule: { from: ['booked'], to: 'booked', by: ['student', 'expert'] },
  cancel: { from: ['booked'], to: 'cancelled', by: ['student', 'expert'] },
  begin: { from: ['booked'], to: 'begun', by: ['student', 'expert'] },
  miss: { from: ['booked'], to: 'missed', by: ['system'] },
} as const satisfies Record<string, { from: readonly BookingState[]; to: BookingState; by: readonly Mover[] }>

type BookingMove = keyof typeof bookingMoves

export function canMoveBooking(state: BookingState, move: BookingMove, by: Mover): boolean {
  const { from, by: movers }: { from: readonly BookingState[]; by: readonly Mover[] } = bookingMoves[move]
  return from.includes(state) && movers.includes(by)
}
