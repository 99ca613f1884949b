import type { Updateable } from 'kysely'
import { requireRecentPassword } from '#domain/accounts/recent-password.server.ts'
import { staleRefusal } from '#domain/accounts/stale-refusal.server.ts'
import type { AuditAct } from '#domain/audit/contract.ts'
import { tellTeam } from '#domain/audit/tell-team.server.ts'
import { writeAudit } from '#domain/audit/write-audit.server.ts'
import type { Context } from '#domain/context.server.ts'
import { inTransaction } from '#domain/in-transaction.server.ts'
import type { Facts } from '#domain/notifications/contract.ts'
import { notify } from '#domain/notifications/notify.server.ts'
import { allow, isPerson } from '#domain/policy.ts'
import { tellWallets } from '#domain/wallet/queries.server.ts'
import { type Rejection, rejection } from '#domain/withdrawals/contract.ts'
import { canMove, type WithdrawalMove, withdrawalMoves } from '#domain/withdrawals/states.ts'
import type { AccountId } from '#kernel/ids.ts'
import { parse } from '#kernel/parse.ts'
import { Refusal } from '#kernel/refusals.ts'
import type { Withdrawals } from '#platform/db/schema.ts'

type Move = {
  id: string
  move: WithdrawalMove
  /** What the row says from then on, besides the status. */
  change?: Updateable<Withdrawals>
  /** The line in the audit log, and what it says besides the amount. */
  act: AuditAct
  why?: string
  details?: Record<string, string>
  /** What else must be true of it. */
  check?: (withdrawal: { amountPaise: number; decidedBy: string | null }) => void
  /** What happens in the books, in the same database transaction. */
  post?: (ctx: Context) => Promise<unknown>
}

/** One step of a withdrawal by the team, with the password again: row, books and audit log together, or nothing. Of two at once the second is told. */
export async function moveWithdrawal(
  ctx: Context,
  { id, move, change, act, why, details, check, post }: Move,
): Promise<void> {
  allow(ctx.actor, 'teamOrSystem')
  await requireRecentPassword(ctx)
  const expertId = await inTransaction(ctx, async (own) => {
    const withdrawal = await own.db
      .selectFrom('withdrawals')
      .select(['status', 'expert_id', 'amount_paise', 'decided_by'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!withdrawal) throw new Refusal('no_such_withdrawal')
    const on = { thing: 'withdrawal', id } as const
    if (!canMove(withdrawal.status, move)) throw await staleRefusal(own, { code: 'other_step', on })
    check?.({ amountPaise: withdrawal.amount_paise, decidedBy: withdrawal.decided_by })
    await own.db
      .updateTable('withdrawals')
      .set({ ...change, status: withdrawalMoves[move].to })
      .where('id', '=', id)
      .execute()
    await post?.(own)
    await writeAudit(own, {
      act,
      on,
      about: withdrawal.expert_id,
      why,
      before: { status: withdrawal.status },
      after: { status: withdrawalMoves[move].to, ...details },
      details: { amountPaise: withdrawal.amount_paise },
    })
    const expertId = withdrawal.expert_id as AccountId
    await notify(own, {
      to: expertId,
      kind: 'withdrawal',
      facts: {
        what: tellings[move],
        amountPaise: withdrawal.amount_paise,
        reason: why,
        isDemo: change?.demo === true,
      },
      once: `withdrawal ${id} ${move}`,
    })
    return expertId
  })
  tellWallets(ctx, expertId)
  tellTeam(ctx)
}

const tellings: Record<WithdrawalMove, Facts['withdrawal']['what']> = {
  approve: 'approved',
  reject: 'rejected',
  process: 'processed',
  comeBack: 'came_back',
}

/** Whoever takes a withdrawal away from an expert says why. */
export function readRejection(input: Rejection): Rejection {
  const parsed = parse(rejection, input)
  if (parsed.reason === '') throw new Refusal('reason_missing')
  return parsed
}

export function deciderOf({ actor }: Context): string | null {
  return isPerson(actor) ? actor.id : null
}
