import { endAllSignIns, endSignIn } from '#domain/accounts/end-sign-ins.server.ts'
import type { Context } from '#domain/context.server.ts'
import { allow } from '#domain/policy.ts'
import { confirmPassword } from '#domain/sign-in/confirm-password.server.ts'
import { isUuid } from '#kernel/ids.ts'
import { Refusal } from '#kernel/refusals.ts'

/**
 * Ends one sign-in of the actor, for example on a lost phone. Needs the password, so that a person at an open browser
 * cannot log the owner out elsewhere.
 */
export async function endOwnSignIn(ctx: Context, input: { signInId: string; password: string }): Promise<void> {
  allow(ctx.actor, 'signedIn')
  if (!isUuid(input.signInId)) throw new Refusal('invalid_input')
  await confirmPassword(ctx, ctx.actor.id, input.password)
  await endSignIn(ctx, { id: ctx.actor.id, signInId: input.signInId })
}

/** Ends all other sign-ins of the actor. */
export async function endOtherSignIns(ctx: Context, { password }: { password: string }): Promise<void> {
  allow(ctx.actor, 'signedIn')
  await confirmPassword(ctx, ctx.actor.id, password)
  await endAllSignIns(ctx, ctx.actor.id, ctx.actor.signInId)
}
