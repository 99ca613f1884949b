import { sql } from 'kysely'
import type { Context } from '#domain/context.server.ts'
import { allow } from '#domain/policy.ts'

/** A pending withdrawal waits for approval, an approved one for its transfer to the bank. */
const waitingStatuses = ['pending', 'approved'] as const

type Waiting = { count: number; oldestSeconds: number }

/** Withdrawals that wait for the team, and the age of the oldest. */
export async function readWithdrawalFigures(ctx: Context): Promise<Record<(typeof waitingStatuses)[number], Waiting>> {
  allow(ctx.actor, 'system')
  const { rows } = await sql<Waiting & { status: string }>`
    select status, count(*)::integer as count,
      extract(epoch from ${ctx.clock.now()}::timestamptz - min(created_at))::float as "oldestSeconds"
    from withdrawals where status in ('pending', 'approved') group by status`.execute(ctx.db)
  const find = (status: string): Waiting => {
    const { count = 0, oldestSeconds = 0 } = rows.find((row) => row.status === status) ?? {}
    return { count, oldestSeconds }
  }
  return { pending: find('pending'), approved: find('approved') }
}
