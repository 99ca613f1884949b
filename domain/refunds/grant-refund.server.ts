import { requireRecentPassword } from '#domain/accounts/recent-password.server.ts'
import type { Context } from '#domain/context.server.ts'
import { allow } from '#domain/policy.ts'
import { type GrantedRefund, grantedRefund } from '#domain/refunds/contract.ts'
import { decideRefund } from '#domain/refunds/decide-refund.server.ts'
import { paise } from '#kernel/money.ts'
import { parse } from '#kernel/parse.ts'
import { Refusal } from '#kernel/refusals.ts'

/** Refunds the whole charge or a part of it, with a reason. */
export async function grantRefund(ctx: Context, input: GrantedRefund): Promise<void> {
  allow(ctx.actor, 'supportPeople')
  const { id, amountPaise, answer } = parse(grantedRefund, input)
  if (answer === '') throw new Refusal('refund_answer_missing')
  await requireRecentPassword(ctx)
  await decideRefund(ctx, {
    id,
    decide({ charged }) {
      if (amountPaise <= 0 || amountPaise > charged) throw new Refusal('refund_amount')
      return { refunded: paise(amountPaise), answer }
    },
  })
}
