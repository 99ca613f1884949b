import type { Tone } from '#app/ui/badge.tsx'
import type { Check } from '#domain/experts/contract.ts'
import type { Approval } from '#domain/policy.ts'

export const approvalWords: Record<Approval, { word: string; tone: Tone }> = {
  pending: { word: 'Pending', tone: 'accent' },
  approved: { word: 'Approved', tone: 'good' },
  suspended: { word: 'Suspended', tone: 'bad' },
}

export const checkWords: Record<Check, { word: string; about: string }> = {
  identity: { word: 'Identity', about: 'An official document with a photo, of the same name' },
  degree: { word: 'Degree', about: 'The certificate of the highest degree in the profile' },
  phone: { word: 'Phone', about: 'Somebody answered under the number in the profile' },
  interview: { word: 'Interview', about: 'Somebody of the team has talked with them' },
}
