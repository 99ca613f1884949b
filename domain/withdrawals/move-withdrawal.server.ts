import type { Updateable } from 'kysely'
import type { Context } from '#domain/context.server.ts'
import { allow, isPerson } from '#domain/policy.ts'
import { tellWallets } from '#domain/wallet/queries.server.ts'
import { type Rejection, rejection } from '#domain/withdrawals/contract.ts'
import { canMove, type WithdrawalMove, withdrawalMoves } from '#domain/withdrawals/states.ts'
import type { AccountId } from '#kernel/ids.ts'
import { Refusal } from '#kernel/refusals.ts'
import type { Withdrawals } from '#platform/db/schema.ts'

type Move = {
  id: string
  move: WithdrawalMove
  /** What the row says from then on, besides the status. */
  change?: Updateable<Withdrawals>
  /** The line in the audit log, and what it says besides the amount. */
  act: string
  details?: Record<string, string>
  /** What happens in the books, in the same database transaction. */
  post?: (ctx: Context) => Promise<unknown>
}

/** One step of a withdrawal by the team: row, books and audit log together, or nothing. Of two at once the second is told. */
export async function moveWithdrawal(
  ctx: Context,
  { id, move, change, act, details, post }: Move,
): Promise<void> {
  allow(ctx.actor, 'teamOrSystem')
  const expertId = await ctx.db.transaction().execute(async (tx) => {
    const withdrawal = await tx
      .selectFrom('withdrawals')
      .select(['status', 'expert_id', 'amount_paise'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!withdrawal) throw new Refusal('no_such_withdrawal')
    if (!canMove(withdrawal.status, move)) throw new Refusal('other_step')
    await tx
      .updateTable('withdrawals')
      .set({ ...change, status: withdrawalMoves[move].to })
      .where('id', '=', id)
      .execute()
    await post?.({ ...ctx, db: tx })
    await tx
      .insertInto('audit_log')
      .values({
        at: ctx.clock.now(),
        actor_id: deciderOf(ctx),
        act,
        subject_id: withdrawal.expert_id,
        details: JSON.stringify({ withdrawalId: id, amountPaise: withdrawal.amount_paise, ...details }),
      })
      .execute()
    return withdrawal.expert_id as AccountId
  })
  tellWallets(ctx, expertId)
}

/** Whoever takes a withdrawal away from an expert says why. */
export function readRejection(input: Rejection): Rejection {
  const parsed = rejection.safeParse(input)
  if (!parsed.success) throw new Refusal('invalid_input')
  if (parsed.data.reason === '') throw new Refusal('reason_missing')
  return parsed.data
}

export function deciderOf({ actor }: Context): string | null {
  return isPerson(actor) ? actor.id : null
}
