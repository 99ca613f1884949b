import type { Tone } from '#app/ui/badge.tsx'
import type { PersonBooking } from '#domain/people/contract.ts'

/** What became of a booking, with who it lay on. */
export function bookingWord({
  state,
  cancelledBy,
  absent,
}: Pick<PersonBooking, 'state' | 'cancelledBy' | 'absent'>): { word: string; tone: Tone } {
  if (state === 'booked') return { word: 'Booked', tone: 'accent' }
  if (state === 'begun') return { word: 'Became a session', tone: 'good' }
  if (state === 'cancelled') return { word: `Cancelled by the ${cancelledBy}`, tone: 'neutral' }
  return { word: absentWords[absent ?? 'both'], tone: 'bad' }
}

const absentWords = {
  student: 'The student did not come',
  expert: 'The expert did not come',
  both: 'Nobody came',
  neither: 'Both came, not at the same time',
}
