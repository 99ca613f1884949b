import { sql } from 'kysely'
import type { Context } from '#domain/context.server.ts'
import { allow } from '#domain/policy.ts'

type Waiting = { count: number; oldestSeconds: number }
type MoneyFigures = { payments: Record<'started' | 'pending', Waiting>; returns: Waiting }

/**
 * Payments that are not decided yet, and returns to students that are not sent yet. A payment is started when a student
 * opens it, which many never finish, and pending while the provider decides.
 */
export async function readMoneyFigures(ctx: Context): Promise<MoneyFigures> {
  allow(ctx.actor, 'system')
  const { rows } = await sql<Waiting & { what: string }>`
    select what, count(*)::integer as count,
      extract(epoch from ${ctx.clock.now()}::timestamptz - min(since))::float as "oldestSeconds"
    from (
      select state as what, started_at as since from payments where state in ('started', 'pending')
      union all
      select 'return', asked_at from money_returns where state = 'sending'
    ) waiting group by what`.execute(ctx.db)
  const find = (what: string): Waiting => {
    const { count = 0, oldestSeconds = 0 } = rows.find((row) => row.what === what) ?? {}
    return { count, oldestSeconds }
  }
  return { payments: { started: find('started'), pending: find('pending') }, returns: find('return') }
}
