import type { TurnedAway } from '#app/base/serve.server.ts'
import { Refusal } from '#kernel/refusals.ts'

/** Visitors who ask an expert are told to log in for it. */
export function refusalToAsk({ context, refusal }: TurnedAway): Refusal {
  return context.actor.kind === 'visitor' ? new Refusal('not_signed_in_to_ask') : refusal
}
