import { endAllSignIns } from '#domain/accounts/end-sign-ins.server.ts'
import { isPassword } from '#domain/accounts/passwords.server.ts'
import { countAttempt } from '#domain/accounts/throttle.server.ts'
import type { Context } from '#domain/context.server.ts'
import { allow, isPerson } from '#domain/policy.ts'
import { Refusal } from '#kernel/refusals.ts'
import type { Storage } from '#platform/storage/port.ts'

const freeTries = 5

/**
 * Takes away everything that names the person. The id stays, so that money history, where there is any, still belongs to
 * somebody. Refused while money is left: it would be lost.
 */
export async function deleteAccount(
  ctx: Context & { storage: Storage },
  input: { password: string },
): Promise<void> {
  allow(ctx.actor, 'signedIn')
  if (!isPerson(ctx.actor)) return
  const { id, role } = ctx.actor
  // The team's own deeds stand in the audit log under their names; somebody else of the team closes such an account.
  if (role === 'team') throw new Refusal('not_allowed')
  const now = ctx.clock.now()
  await countAttempt(ctx.db, [{ key: `password ${id}`, freeTries }], now)
  const stored = await ctx.db
    .selectFrom('credentials')
    .select('password_hash')
    .where('profile_id', '=', id)
    .executeTakeFirst()
  if (!(await isPassword(stored?.password_hash, input.password))) throw new Refusal('wrong_current_password')

  await ctx.db.transaction().execute(async (tx) => {
    const money = await tx
      .selectFrom('profiles')
      .leftJoin('students', 'students.id', 'profiles.id')
      .leftJoin('expert_profiles', 'expert_profiles.user_id', 'profiles.id')
      .select(['students.wallet_balance as student', 'expert_profiles.wallet_balance as expert'])
      .where('profiles.id', '=', id)
      .executeTakeFirst()
    if (Number(money?.student ?? 0) > 0 || Number(money?.expert ?? 0) > 0) throw new Refusal('money_left')
    await tx
      .updateTable('profiles')
      .set({
        email: `deleted-${id}@deleted.invalid`,
        full_name: 'Deleted account',
        phone_number: null,
        avatar_url: null,
        deleted_at: now,
        updated_at: now,
      })
      .where('id', '=', id)
      .execute()
    for (const table of ['credentials', 'student_details', 'one_time_links', 'sign_ins'] as const) {
      await tx.deleteFrom(table).where('profile_id', '=', id).execute()
    }
    await tx.deleteFrom('experts').where('user_id', '=', id).execute()
    await tx
      .insertInto('audit_log')
      .values({ at: now, actor_id: id, act: 'account deleted', subject_id: id })
      .execute()
  })
  await endAllSignIns(ctx, id)
  await ctx.storage.remove(await ctx.storage.list(`${id}/`))
}
