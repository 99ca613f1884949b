import { sql } from 'kysely'
import type { Context } from '#domain/context.server.ts'
import { allow } from '#domain/policy.ts'

/** An inconsistency in the books. An empty list means that the books are consistent. */
export type Mismatch = { check: string; what: string }

/** Recomputes everything and trusts no stored figure. Reads one snapshot of the database and changes nothing. */
export async function auditBooks(ctx: Context): Promise<Mismatch[]> {
  allow(ctx.actor, 'keepBooksOrSystem')
  const { rows } = await sql<Mismatch>`
    with sides as (
      select credit_account as account, amount_paise as amount, id from ledger_transfers
      union all
      select debit_account, -amount_paise, id from ledger_transfers
    ), summed as (
      select account, sum(amount) as paise from sides group by account
    ), compared as (
      select a.*, coalesce(s.paise, 0) as summed_paise from ledger_accounts a left join summed s on s.account = a.id
    )
    select 'sum' as check, 'all accounts together hold ' || total.paise || ' paise, not 0' as what
    from (select sum(balance_paise) as paise from ledger_balances) total where total.paise <> 0
    union all
    select 'drift', kind || ' ' || coalesce(subject_id::text, '') || ' has ' || balance_paise || ', its transfers sum to ' || summed_paise
    from compared where kept and balance_paise <> summed_paise
    union all
    select 'below zero', kind || ' ' || coalesce(subject_id::text, '') || ' is at ' || summed_paise
    from compared where not may_be_negative and summed_paise < 0
    union all
    select 'closed', kind || ' ' || coalesce(subject_id::text, '') || ' is closed and holds ' || summed_paise
    from compared where closed and summed_paise <> 0
    union all
    select 'unknown account', 'account ' || account || ' has transfers and does not exist'
    from summed where account not in (select id from ledger_accounts)
    union all
    select 'snapshot', kind || ' was rolled up to ' || s.balance_paise || ', its transfers up to there sum to ' || coalesce(
      (select sum(amount) from sides where account = a.id and sides.id <= s.up_to_transfer), 0)
    from ledger_snapshots s join ledger_accounts a on a.id = s.account_id
    where s.balance_paise <> coalesce(
      (select sum(amount) from sides where account = a.id and sides.id <= s.up_to_transfer), 0)`.execute(ctx.db)
  return rows
}

/** Sums up the accounts without a stored balance, so that reading them stays cheap. */
export async function rollUpBooks(ctx: Context): Promise<void> {
  allow(ctx.actor, 'system')
  const { rows } = await sql<{ horizon: number }>`select ledger_horizon() as horizon`.execute(ctx.db)
  await sql`select ledger_roll_up(${rows[0]?.horizon}::bigint)`.execute(ctx.db)
}
