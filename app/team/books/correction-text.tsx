import { accountWord } from '#app/team/books/account-text.ts'
import { Badge, type Tone } from '#app/ui/badge.tsx'
import type { Correction } from '#domain/books/contract.ts'

const looks: Record<Correction['state'], { tone: Tone; word: string }> = {
  proposed: { tone: 'accent', word: 'Proposed' },
  confirmed: { tone: 'good', word: 'Confirmed' },
  rejected: { tone: 'bad', word: 'Rejected' },
}

/** How far it is; one that nobody confirmed in time is over by itself. */
export function CorrectionBadge({ correction, now }: { correction: Correction; now: Date }) {
  if (isOver(correction, now)) return <Badge>Run out</Badge>
  const { tone, word } = looks[correction.state]
  return <Badge tone={tone}>{word}</Badge>
}

export function isOver({ state, expiresAt }: Correction, now: Date): boolean {
  return state === 'proposed' && expiresAt < now
}

/** 'Payment provider → The student’s wallet' */
export function wayText({ from, to }: Pick<Correction, 'from' | 'to'>): string {
  return `${accountWord(from)} → ${accountWord(to)}`
}
