import type { StuckKind } from '#domain/sessions/contract.ts'

/** What is wrong with a session that does not move. */
export const stuckText: Record<StuckKind, string> = {
  ring: 'Rings longer than it may',
  connection: 'Answered, and never connected',
  meter: 'Nobody measures it any more',
  bill: 'Over, and not billed',
}
