import { acceptTerms } from '#domain/accounts/insert-profile.server.ts'
import type { Context } from '#domain/context.server.ts'
import { allow } from '#domain/policy.ts'
import { Refusal } from '#kernel/refusals.ts'

/** A person whose account the team has created confirms their age and accepts the terms at the first sign-in. */
export async function acceptOwnTerms(ctx: Context, { accepted }: { accepted: boolean }): Promise<void> {
  allow(ctx.actor, 'newcomer')
  if (!accepted) throw new Refusal('terms_not_accepted')
  await acceptTerms(ctx.db, ctx.actor.id, ctx.clock.now())
}
