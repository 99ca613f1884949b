import type { RefusedRequest } from '#app/base/serve.server.ts'
import { Refusal } from '#kernel/refusals.ts'

/** Tells visitors to log in before they send a request. */
export function requestRefusal({ context, refusal }: RefusedRequest): Refusal {
  return context.actor.kind === 'visitor' ? new Refusal('not_signed_in_to_ask') : refusal
}
