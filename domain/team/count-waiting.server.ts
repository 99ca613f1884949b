import { type RawBuilder, sql } from 'kysely'
import type { Context } from '#domain/context.server.ts'
import { allow } from '#domain/policy.ts'
import type { Queue, TeamQueueCounts } from '#domain/team/contract.ts'
import { waitingCountMax } from '#kernel/limits.ts'

/** Counts each queue of the team. Each uses an index, and stops counting at the highest number shown. */
const queues: Record<Queue, RawBuilder<unknown>> = {
  withdrawals: sql`select 1 from withdrawals where status in ('pending', 'approved')`,
  tickets: sql`select 1 from tickets where state in ('open', 'acknowledged')`,
  applications: sql`select 1 from applications where decided_at is null`,
  experts: sql`select 1 from experts where approval = 'pending'`,
  corrections: sql`select 1 from corrections where state = 'proposed' and expires_at > now()`,
}

export async function countTeamQueues(ctx: Context): Promise<TeamQueueCounts> {
  allow(ctx.actor, 'teamOrSystem')
  const counts = Object.entries(queues).map(
    ([name, queue]) =>
      sql`(select count(*)::integer from (${queue} limit ${waitingCountMax + 1}) each_one) as ${sql.id(name)}`,
  )
  const { rows } = await sql<TeamQueueCounts>`select ${sql.join(counts)}`.execute(ctx.db)
  const [waiting] = rows
  if (!waiting) throw new Error('count query returned no row')
  return waiting
}
