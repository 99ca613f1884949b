import { confirmPassword } from '#domain/sign-in/confirm-password.server.ts'
import type { Context } from '#domain/context.server.ts'
import { allow, isPerson } from '#domain/policy.ts'
import { passwordAgainMinutes } from '#kernel/limits.ts'
import { Refusal } from '#kernel/refusals.ts'

/** The owner has typed the password once more; for a few minutes this sign-in, and no other, may do what needs it. */
export async function confirmOwnPassword(ctx: Context, password: string): Promise<void> {
  allow(ctx.actor, 'signedIn')
  if (!isPerson(ctx.actor)) return
  await confirmPassword(ctx, ctx.actor.id, password)
  await ctx.db
    .updateTable('sign_ins')
    .set({ password_confirmed_at: ctx.clock.now() })
    .where('id', '=', ctx.actor.signInId)
    .execute()
}

/** For every act of the team that moves money. The product itself has no password. */
export async function requireRecentPassword(ctx: Context): Promise<void> {
  if (ctx.actor.kind === 'system') return
  if (!(await hasRecentPassword(ctx))) throw new Refusal('password_again')
}

export async function hasRecentPassword(ctx: Context): Promise<boolean> {
  if (!isPerson(ctx.actor)) return false
  const since = new Date(ctx.clock.now().getTime() - passwordAgainMinutes * 60_000)
  const recent = await ctx.db
    .selectFrom('sign_ins')
    .select('id')
    .where('id', '=', ctx.actor.signInId)
    .where('password_confirmed_at', '>', since)
    .executeTakeFirst()
  return recent !== undefined
}
