import type { Tone } from '#app/ui/badge.tsx'
import type { Check } from '#domain/experts/contract.ts'
import type { Approval } from '#domain/policy.ts'
import type { ExpertQuality } from '#domain/team/contract.ts'
import { counted, formatCount } from '#kernel/count-text.ts'

export const approvalLabels: Record<Approval, { label: string; tone: Tone }> = {
  pending: { label: 'Pending', tone: 'accent' },
  approved: { label: 'Approved', tone: 'good' },
  suspended: { label: 'Suspended', tone: 'bad' },
}

export const checkLabels: Record<Check, { label: string; about: string }> = {
  identity: { label: 'Identity', about: 'Official photo document with the same name' },
  degree: { label: 'Degree', about: 'Certificate of the highest degree in the profile' },
  phone: { label: 'Phone', about: 'The number in the profile was answered' },
  interview: { label: 'Interview', about: 'A team member interviewed the expert' },
}

/** These figures include refunded sessions. The public figures do not. */
export function qualityText({ paidSessions, leftEarly, refundedWhole, leftFree }: ExpertQuality): string {
  const paid = `${counted(paidSessions, 'paid session')}: left early ${formatCount(leftEarly)}, refunded in full ${formatCount(refundedWhole)}`
  return leftFree === 0 ? paid : `${paid}. Hung up before the first paid minute: ${formatCount(leftFree)}`
}
