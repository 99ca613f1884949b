import { sql } from 'kysely'
import type { AccountBalance, BooksCheck } from '#domain/books/contract.ts'
import type { Context } from '#domain/context.server.ts'
import { allow } from '#domain/policy.ts'
import { booksChecksShown } from '#kernel/limits.ts'
import { paise } from '#kernel/money.ts'

/**
 * Balances of the platform’s own accounts, one for each kind. Each is its last roll-up plus the later transfers, so the
 * cost does not grow with the number of all transfers.
 */
export async function listPlatformBalances(ctx: Context): Promise<AccountBalance[]> {
  allow(ctx.actor, 'keepBooks')
  const rows = await ctx.db
    .selectFrom('ledger_balances')
    .select(['kind', 'balance_paise'])
    .where('subject_id', 'is', null)
    .orderBy('id')
    .execute()
  return rows.map(({ kind, balance_paise }) => ({ account: kind ?? '', balance: paise(balance_paise ?? 0) }))
}

/** Total balances of all people, by kind of account. */
export async function listPersonBalances(ctx: Context): Promise<AccountBalance[]> {
  allow(ctx.actor, 'keepBooks')
  const { rows } = await sql<{ kind: string; paise: number }>`
    select kind, sum(balance_paise)::bigint as paise from ledger_accounts
    where kept and balance_paise <> 0 group by kind order by kind`.execute(ctx.db)
  return rows.map((row) => ({ account: row.kind, balance: paise(row.paise) }))
}

/** The results of the latest checks of the books, newest first, one for each day in Kolkata. */
export async function listBooksChecks(ctx: Context): Promise<BooksCheck[]> {
  allow(ctx.actor, 'keepBooks')
  const { rows } = await sql<BooksCheck>`
    select day::text as day, proved_at as "provedAt", mismatches from book_proofs order by book_proofs.day desc limit ${booksChecksShown}`.execute(
    ctx.db,
  )
  return rows
}
