import type { Tone } from '#app/ui/badge.tsx'
import type { PersonBooking } from '#domain/people/contract.ts'

/** What became of a booking, with who it lay on. */
export function bookingLabel({
  state,
  cancelledBy,
  absent,
}: Pick<PersonBooking, 'state' | 'cancelledBy' | 'absent'>): { label: string; tone: Tone } {
  if (state === 'booked') return { label: 'Booked', tone: 'accent' }
  if (state === 'begun') return { label: 'Became a session', tone: 'good' }
  if (state === 'cancelled') return { label: `Cancelled by the ${cancelledBy}`, tone: 'neutral' }
  return { label: absentText[absent ?? 'both'], tone: 'bad' }
}

const absentText = {
  student: 'The student did not come',
  expert: 'The expert did not come',
  both: 'Nobody came',
  neither: 'Both came, not at the same time',
}
