import { sql } from 'kysely'
import type { Context } from '#domain/context.server.ts'
import { allow, isPerson } from '#domain/policy.ts'
import type { WalletFigures } from '#domain/wallet/contract.ts'
import type { AccountId } from '#kernel/ids.ts'
import { type Paise, paise } from '#kernel/money.ts'
import { Refusal } from '#kernel/refusals.ts'

/** The current wallet of a person: a student's money, or an expert's earnings. */
export async function getWalletFigures(ctx: Context, ownerId: AccountId): Promise<WalletFigures> {
  allow(ctx.actor, 'signedInOrSystem')
  if (isPerson(ctx.actor) && ctx.actor.id !== ownerId) throw new Refusal('not_allowed')
  const now = ctx.clock.now()
  const { rows } = await sql<{ available: number; held: number; earned: number; recent: number }>`
    select
      wallet_available(${ownerId}, 'student_wallet') + wallet_available(${ownerId}, 'expert_earnings') as available,
      wallet_on_hold(${ownerId}) as held,
      wallet_earned_today(${ownerId}, ${now}) as earned,
      (select count(*) from (
        select from ledger_lines l join ledger_accounts a on a.id = l.account_id
        where a.owner_id = ${ownerId} and l.at > ${now}::timestamptz - interval '24 hours' limit 100
      ) recent) as recent`.execute(ctx.db)
  const [figures] = rows
  return {
    available: paise(figures?.available ?? 0),
    onHold: paise(figures?.held ?? 0),
    earnedToday: paise(figures?.earned ?? 0),
    recentLines: figures?.recent ?? 0,
  }
}

/** The actor's wallet. Null for the team and visitors. */
export async function findOwnWallet(ctx: Context): Promise<WalletFigures | null> {
  if (!isPerson(ctx.actor) || ctx.actor.role === 'team') return null
  return getWalletFigures(ctx, ctx.actor.id)
}

type Spendable = { available: Paise; spendable: Paise }

/** The balance of these students, and how much of it their daily limits allow them to spend now. */
export async function listSpendable(ctx: Context, studentIds: AccountId[]): Promise<Map<AccountId, Spendable>> {
  allow(ctx.actor, 'studentOrSystem')
  const { actor } = ctx
  if (isPerson(actor) && studentIds.some((id) => id !== actor.id)) throw new Refusal('not_allowed')
  const { rows } = await sql<{ id: AccountId; available: number; left: number | null }>`
    select id, wallet_available(id, 'student_wallet') as available,
      (select greatest(0, daily_paise - wallet_spent_today(id, ${ctx.clock.now()}))
        from spending_limits where student_id = id) as left
    from unnest(${studentIds}::uuid[]) id`.execute(ctx.db)
  return new Map(
    rows.map(({ id, available, left }) => [
      id,
      { available: paise(available), spendable: paise(Math.min(available, left ?? available)) },
    ]),
  )
}

/** Notifies all open pages of these people that their money changed. Call after the commit. */
export function publishWalletChanges(ctx: Context, ...owners: AccountId[]): void {
  for (const id of owners) ctx.publish(`wallet:${id}`, { type: 'changed' })
}
