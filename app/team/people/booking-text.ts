import type { Tone } from '#app/ui/badge.tsx'
import type { PersonBooking } from '#domain/people/contract.ts'

/** Outcome of a booking, with the responsible side. */
export function bookingLabel({ state, cancelledBy, absent }: Pick<PersonBooking, 'state' | 'cancelledBy' | 'absent'>): {
  label: string
  tone: Tone
} {
  if (state === 'booked') return { label: 'Booked', tone: 'accent' }
  if (state === 'begun') return { label: 'Became a session', tone: 'good' }
  if (state === 'cancelled') return { label: `Cancelled by the ${cancelledBy}`, tone: 'neutral' }
  return { label: absentText[absent ?? 'both'], tone: 'bad' }
}

const absentText = {
  student: 'The student did not join',
  expert: 'The expert did not join',
  both: 'Nobody joined',
  neither: 'Both joined, but not at the same time',
}
