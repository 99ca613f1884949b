import type { Context } from '#domain/context.server.ts'
import { allow } from '#domain/policy.ts'
import { type RefusedRing, refusedRing } from '#domain/sessions/contract.ts'
import { transitionSession } from '#domain/sessions/transition-session.server.ts'
import { parse } from '#kernel/parse.ts'

/** The expert declines the call, with an optional reason. The student pays nothing. */
export async function declineSession(ctx: Context, input: RefusedRing): Promise<void> {
  allow(ctx.actor, 'expert')
  const { id, reason } = parse(refusedRing, input)
  await transitionSession(ctx, {
    id,
    transition: 'decline',
    what: 'declined',
    change: { decline_reason: reason || null },
  })
}
