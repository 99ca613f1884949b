import type { Context } from '#domain/context.server.ts'
import { allow } from '#domain/policy.ts'
import { type RefusedRefund, refusedRefund } from '#domain/refunds/contract.ts'
import { decideRefund } from '#domain/refunds/decide-refund.server.ts'
import { Refusal } from '#kernel/refusals.ts'

/** The team gives nothing back, and says why. */
export async function refuseRefund(ctx: Context, input: RefusedRefund): Promise<void> {
  allow(ctx.actor, 'team')
  const parsed = refusedRefund.safeParse(input)
  if (!parsed.success) throw new Refusal('invalid_input')
  const { id, answer } = parsed.data
  if (answer === '') throw new Refusal('refund_answer_missing')
  await decideRefund(ctx, { id, decide: () => ({ refunded: null, answer }) })
}
