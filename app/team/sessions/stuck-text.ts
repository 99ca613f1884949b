import type { StuckKind } from '#domain/sessions/contract.ts'

/** The reason why a session counts as stuck. */
export const stuckText: Record<StuckKind, string> = {
  ring: 'Ringing for too long',
  connection: 'Answered but never connected',
  meter: 'No longer metered',
  bill: 'Ended but not billed',
}
