import { requireRecentPassword } from '#domain/accounts/recent-password.server.ts'
import { writeAudit } from '#domain/audit/write-audit.server.ts'
import type { Context } from '#domain/context.server.ts'
import { inTransaction } from '#domain/in-transaction.server.ts'
import { notifyAdministrators } from '#domain/notifications/notify-administrators.server.ts'
import { allow } from '#domain/policy.ts'
import { readAmount } from '#domain/wallet/rules.ts'
import { secondPersonAboveMaxPaise } from '#kernel/limits.ts'
import { paise } from '#kernel/money.ts'
import { Refusal } from '#kernel/refusals.ts'

/** Sets the amount above which a second person must always pay out. Zero means every amount. */
export async function setPayoutLimit(ctx: Context, { amount }: { amount: string }): Promise<void> {
  allow(ctx.actor, 'manageTeam')
  const limit = /^₹?\s*0+(\.0{1,2})?$/.test(amount.trim()) ? paise(0) : readAmount(amount)
  if (limit === undefined || limit > secondPersonAboveMaxPaise) throw new Refusal('payout_limit')
  await requireRecentPassword(ctx)
  await inTransaction(ctx, async (txCtx) => {
    const { second_person_above_paise: before } = await txCtx.db
      .selectFrom('payout_settings')
      .select('second_person_above_paise')
      .forUpdate()
      .executeTakeFirstOrThrow()
    if (before === limit) return
    await notifyAdministrators(txCtx, { change: 'payout_limit', amountPaise: limit })
    await txCtx.db.updateTable('payout_settings').set({ second_person_above_paise: limit }).execute()
    await writeAudit(txCtx, {
      act: 'payout limit changed',
      on: { thing: 'settings', id: 'payouts' },
      before: { limitPaise: before },
      after: { limitPaise: limit },
    })
  })
}
