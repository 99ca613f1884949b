import type { Context } from '#domain/context.server.ts'
import { allow } from '#domain/policy.ts'
import { readAmount } from '#domain/wallet/rules.ts'
import type { Paise } from '#kernel/money.ts'
import { Refusal } from '#kernel/refusals.ts'

/** Sets the student's daily spending limit. An empty text removes it. The database enforces it at every hold. */
export async function setDailyLimit(ctx: Context, input: { amount: string }): Promise<Paise | null> {
  allow(ctx.actor, 'student')
  const { id } = ctx.actor
  if (input.amount.trim() === '') {
    await ctx.db.deleteFrom('spending_limits').where('student_id', '=', id).execute()
    return null
  }
  const amount = readAmount(input.amount)
  if (!amount) throw new Refusal('not_an_amount')
  const limit = { daily_paise: amount, changed_at: ctx.clock.now() }
  await ctx.db
    .insertInto('spending_limits')
    .values({ student_id: id, ...limit })
    .onConflict((conflict) => conflict.column('student_id').doUpdateSet(limit))
    .execute()
  return amount
}
