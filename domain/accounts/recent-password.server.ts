import type { Context } from '#domain/context.server.ts'
import { isPerson } from '#domain/policy.ts'
import { passwordConfirmationMinutes } from '#kernel/limits.ts'
import { Refusal } from '#kernel/refusals.ts'

/** Allows this sign-in, and no other, to perform password-protected actions for a few minutes. */
export async function markPasswordConfirmed({ db, clock }: Context, signInId: string): Promise<void> {
  await db.updateTable('sign_ins').set({ password_confirmed_at: clock.now() }).where('id', '=', signInId).execute()
}

/** Required for every team action that moves money or changes who has access. The system actor has no password. */
export async function requireRecentPassword(ctx: Context): Promise<void> {
  if (ctx.actor.kind === 'system') return
  if (!(await hasRecentPassword(ctx))) throw new Refusal('password_again')
}

export async function hasRecentPassword(ctx: Context): Promise<boolean> {
  if (!isPerson(ctx.actor)) return false
  const since = new Date(ctx.clock.now().getTime() - passwordConfirmationMinutes * 60_000)
  const recent = await ctx.db
    .selectFrom('sign_ins')
    .select('id')
    .where('id', '=', ctx.actor.signInId)
    .where('password_confirmed_at', '>', since)
    .executeTakeFirst()
  return recent !== undefined
}
