import { accountLabel } from '#app/team/books/account-text.ts'
import { Badge, type Tone } from '#app/ui/badge.tsx'
import type { Correction } from '#domain/books/contract.ts'

const stateLabels: Record<Correction['state'], { tone: Tone; label: string }> = {
  proposed: { tone: 'accent', label: 'Proposed' },
  confirmed: { tone: 'good', label: 'Confirmed' },
  rejected: { tone: 'bad', label: 'Rejected' },
}

/** State of a correction. A proposal not confirmed in time expires. */
export function CorrectionBadge({ correction, now }: { correction: Correction; now: Date }) {
  if (isExpired(correction, now)) return <Badge>Expired</Badge>
  const { tone, label } = stateLabels[correction.state]
  return <Badge tone={tone}>{label}</Badge>
}

export function isExpired({ state, expiresAt }: Correction, now: Date): boolean {
  return state === 'proposed' && expiresAt < now
}

/** Formats as 'Payment provider → The student’s wallet'. */
export function transferText({ from, to }: Pick<Correction, 'from' | 'to'>): string {
  return `${accountLabel(from)} → ${accountLabel(to)}`
}
