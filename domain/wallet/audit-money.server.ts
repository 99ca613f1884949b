import { sql } from 'kysely'
import type { Context } from '#domain/context.server.ts'
import { auditBooks, type Mismatch } from '#domain/ledger/audit-books.server.ts'
import { allow } from '#domain/policy.ts'
import { staleHoldHours } from '#kernel/limits.ts'

/** Audits the ledger, and the statements and holds derived from it. */
export async function auditMoney(ctx: Context): Promise<Mismatch[]> {
  allow(ctx.actor, 'keepBooksOrSystem')
  // All checks use one snapshot, even when money is posted meanwhile.
  return ctx.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      const txCtx = { ...ctx, db: tx }
      return [...(await auditBooks(txCtx)), ...(await auditStatements(txCtx)), ...(await findStaleHolds(txCtx))]
    })
}

/** Checks that the statement lines of a person add up to their money: available and on hold. */
async function auditStatements(ctx: Context): Promise<Mismatch[]> {
  const { rows } = await sql<Mismatch>`
    select 'statement' as check, a.kind || ' ' || a.subject_id || ' holds ' || held.paise || ', its statement sums to ' || listed.paise as what
    from ledger_accounts a
    cross join lateral (
      select a.balance_paise + case when a.kind = 'student_wallet' then wallet_on_hold(a.subject_id) else 0 end as paise
    ) held
    cross join lateral (
      select coalesce(sum(amount_paise), 0) as paise from ledger_lines where account_id = a.id
    ) listed
    where a.kind in ('student_wallet', 'expert_earnings') and held.paise <> listed.paise`.execute(ctx.db)
  return rows
}

async function findStaleHolds(ctx: Context): Promise<Mismatch[]> {
  const before = new Date(ctx.clock.now().getTime() - staleHoldHours * 3_600_000)
  const stale = await ctx.db
    .selectFrom('stale_escrows')
    .select(['subject_id', 'balance_paise', 'last_at'])
    .where('last_at', '<', before)
    .execute()
  return stale.map(({ subject_id, balance_paise, last_at }) => ({
    check: 'stale hold',
    what: `${balance_paise} paise have been held for ${subject_id} since ${last_at?.toISOString()}, but no session or booking uses them`,
  }))
}
