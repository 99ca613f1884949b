import type { Updateable } from 'kysely'
import { requireRecentPassword } from '#domain/accounts/recent-password.server.ts'
import { staleRefusal } from '#domain/accounts/stale-refusal.server.ts'
import type { AuditAction } from '#domain/audit/contract.ts'
import { publishTeamQueuesChanged } from '#domain/audit/publish-team-queues-changed.server.ts'
import { writeAudit } from '#domain/audit/write-audit.server.ts'
import type { Context } from '#domain/context.server.ts'
import { inTransaction } from '#domain/in-transaction.server.ts'
import type { NotificationFacts } from '#domain/notifications/contract.ts'
import { notify } from '#domain/notifications/notify.server.ts'
import { allow, isPerson } from '#domain/policy.ts'
import { publishWalletChanges } from '#domain/wallet/queries.server.ts'
import {
  canTransitionWithdrawal,
  type WithdrawalTransition,
  withdrawalTransitions,
} from '#domain/withdrawals/states.ts'
import type { AccountId, WithdrawalId } from '#kernel/ids.ts'
import { Refusal } from '#kernel/refusals.ts'
import type { Withdrawals } from '#platform/db/schema.ts'

type WithdrawalTransitionInput = {
  id: WithdrawalId
  transition: WithdrawalTransition
  /** Columns to change besides the status. */
  change?: Updateable<Withdrawals>
  /** The action in the audit log, and its details besides the amount. */
  act: AuditAction
  why?: string
  details?: Record<string, string>
  /** An additional check, under the lock of the row. */
  check?: (ctx: Context, withdrawal: LockedWithdrawal) => void | Promise<void>
  /** The ledger operation, in the same transaction. */
  post?: (ctx: Context) => Promise<unknown>
}

type LockedWithdrawal = { amountPaise: number; decidedBy: string | null; isExported: boolean }

/**
 * Applies one step of the team to a withdrawal, after a recent password check: row, ledger and audit log in one
 * transaction. Refuses the second of two concurrent steps.
 */
export async function transitionWithdrawal(
  ctx: Context,
  { id, transition, change, act, why, details, check, post }: WithdrawalTransitionInput,
): Promise<void> {
  allow(ctx.actor, 'payOutOrSystem')
  await requireRecentPassword(ctx)
  const expertId = await inTransaction(ctx, async (txCtx) => {
    const withdrawal = await txCtx.db
      .selectFrom('withdrawals')
      .select(['status', 'expert_id', 'amount_paise', 'decided_by', 'exported_at'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!withdrawal) throw new Refusal('no_such_withdrawal')
    const on = { thing: 'withdrawal', id } as const
    if (!canTransitionWithdrawal(withdrawal.status, transition))
      throw await staleRefusal(txCtx, { code: 'other_step', on })
    await check?.(txCtx, {
      amountPaise: withdrawal.amount_paise,
      decidedBy: withdrawal.decided_by,
      isExported: withdrawal.exported_at !== null,
    })
    await txCtx.db
      .updateTable('withdrawals')
      .set({ ...change, status: withdrawalTransitions[transition].to })
      .where('id', '=', id)
      .execute()
    await post?.(txCtx)
    await writeAudit(txCtx, {
      act,
      on,
      about: withdrawal.expert_id,
      why,
      before: { status: withdrawal.status },
      after: { status: withdrawalTransitions[transition].to, ...details },
      details: { amountPaise: withdrawal.amount_paise },
    })
    await notify(txCtx, {
      to: withdrawal.expert_id,
      kind: 'withdrawal',
      facts: {
        what: notificationKinds[transition],
        amountPaise: withdrawal.amount_paise,
        reason: why,
        isDemo: change?.demo === true,
      },
      once: `withdrawal ${id} ${transition}`,
    })
    return withdrawal.expert_id
  })
  publishWalletChanges(ctx, expertId)
  publishTeamQueuesChanged(ctx)
}

const notificationKinds: Record<WithdrawalTransition, NotificationFacts['withdrawal']['what']> = {
  approve: 'approved',
  reject: 'rejected',
  process: 'processed',
  returnByBank: 'came_back',
}

/** The expert must learn why the money is back in the wallet. */
export function requireReason(reason: string): void {
  if (reason === '') throw new Refusal('reason_missing')
}

export function findDeciderId({ actor }: Context): AccountId | null {
  return isPerson(actor) ? actor.id : null
}
