import { sql } from 'kysely'
import type { Context } from '#domain/context.server.ts'
import type { Mismatch } from '#domain/ledger/audit-books.server.ts'
import { allow } from '#domain/policy.ts'

/** Saves the result of a check of the books. Replaces an earlier result of the same day in Kolkata. */
export async function saveBooksCheck(ctx: Context, mismatches: Mismatch[]): Promise<void> {
  allow(ctx.actor, 'system')
  const now = ctx.clock.now()
  const mismatchesJson = JSON.stringify(mismatches)
  await sql`
    insert into book_proofs (day, proved_at, mismatches)
    values ((${now}::timestamptz at time zone 'Asia/Kolkata')::date, ${now}, ${mismatchesJson})
    on conflict (day) do update set proved_at = excluded.proved_at, mismatches = excluded.mismatches`.execute(ctx.db)
}
