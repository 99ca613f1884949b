import { sql } from 'kysely'
import type { Context } from '#domain/context.server.ts'
import { allow } from '#domain/policy.ts'

/** The time and the result of the latest check of the books; null before the first check. */
export async function findLatestBooksCheck(ctx: Context): Promise<{ provedAt: Date; mismatches: number } | null> {
  allow(ctx.actor, 'system')
  const { rows } = await sql<{ provedAt: Date; mismatches: number }>`
    select proved_at as "provedAt", jsonb_array_length(mismatches) as mismatches
    from book_proofs order by day desc limit 1`.execute(ctx.db)
  return rows[0] ?? null
}
