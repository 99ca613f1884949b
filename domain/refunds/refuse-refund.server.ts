import type { Context } from '#domain/context.server.ts'
import { allow } from '#domain/policy.ts'
import { type RefusedRefund, refusedRefund } from '#domain/refunds/contract.ts'
import { decideRefund } from '#domain/refunds/decide-refund.server.ts'
import { parse } from '#kernel/parse.ts'
import { Refusal } from '#kernel/refusals.ts'

/** Refuses the refund, with a reason. */
export async function refuseRefund(ctx: Context, input: RefusedRefund): Promise<void> {
  allow(ctx.actor, 'supportPeople')
  const { id, answer } = parse(refusedRefund, input)
  if (answer === '') throw new Refusal('refund_answer_missing')
  await decideRefund(ctx, { id, decide: () => ({ refunded: null, answer }) })
}
