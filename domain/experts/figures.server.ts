import { sql } from 'kysely'
import type { Context } from '#domain/context.server.ts'
import { allow } from '#domain/policy.ts'

type PresenceFigures = {
  /** Experts who are switched on and reachable. */
  online: number
  /** Experts with an open page on some node. */
  connected: number
  /** Processes with a current heartbeat. */
  nodes: number
}

export async function readPresenceFigures(ctx: Context): Promise<PresenceFigures> {
  allow(ctx.actor, 'system')
  const { rows } = await sql<PresenceFigures>`
    select (select count(*) from experts where online_since is not null)::integer as online,
      (select count(distinct expert_id) from expert_sockets)::integer as connected,
      (select count(*) from live_nodes)::integer as nodes`.execute(ctx.db)
  return rows[0] ?? { online: 0, connected: 0, nodes: 0 }
}
