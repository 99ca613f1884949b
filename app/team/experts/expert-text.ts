import type { Tone } from '#app/ui/badge.tsx'
import type { Check } from '#domain/experts/contract.ts'
import type { Approval } from '#domain/policy.ts'

export const approvalLabels: Record<Approval, { label: string; tone: Tone }> = {
  pending: { label: 'Pending', tone: 'accent' },
  approved: { label: 'Approved', tone: 'good' },
  suspended: { label: 'Suspended', tone: 'bad' },
}

export const checkLabels: Record<Check, { label: string; about: string }> = {
  identity: { label: 'Identity', about: 'An official document with a photo, of the same name' },
  degree: { label: 'Degree', about: 'The certificate of the highest degree in the profile' },
  phone: { label: 'Phone', about: 'Somebody answered under the number in the profile' },
  interview: { label: 'Interview', about: 'Somebody of the team has talked with them' },
}
