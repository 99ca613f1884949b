import { type RawBuilder, sql } from 'kysely'
import type { Context } from '#domain/context.server.ts'
import { allow } from '#domain/policy.ts'
import type { Queue, TeamQueueCounts } from '#domain/team/contract.ts'
import { waitingCountMax } from '#kernel/limits.ts'

/** Selects the rows of each queue. Each query uses an index. */
const queues: Record<Queue, RawBuilder<unknown>> = {
  withdrawals: sql`select 1 from withdrawals where status in ('pending', 'approved')`,
  tickets: sql`select 1 from tickets where state in ('open', 'acknowledged')`,
  applications: sql`select 1 from applications where decided_at is null`,
  experts: sql`select 1 from experts where approval = 'pending'`,
  pairs: sql`select 1 from suspicious_pairs where looked_at is null or evidence_at > looked_at`,
  corrections: sql`select 1 from corrections where state = 'proposed' and expires_at > now()`,
}

/** Counts each queue up to one more than `waitingCountMax`, so that the page can show '999+'. */
export async function countTeamQueues(ctx: Context): Promise<TeamQueueCounts> {
  allow(ctx.actor, 'teamOrSystem')
  const columns = Object.entries(queues).map(
    ([name, queue]) =>
      sql`(select count(*)::integer from (${queue} limit ${waitingCountMax + 1}) each_one) as ${sql.id(name)}`,
  )
  const { rows } = await sql<TeamQueueCounts>`select ${sql.join(columns)}`.execute(ctx.db)
  const [counts] = rows
  if (!counts) throw new Error('count query returned no row')
  return counts
}
