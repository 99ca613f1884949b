import { sql } from 'kysely'
import type { Context } from '#domain/context.server.ts'
import { enqueueOnlineAlerts } from '#domain/experts/online-alerts.server.ts'
import { inTransaction } from '#domain/in-transaction.server.ts'
import { allow } from '#domain/policy.ts'
import type { AccountId, ExpertId } from '#kernel/ids.ts'
import { nodeDeadAfterMs } from '#kernel/limits.ts'
import type { Database } from '#platform/db/database.ts'

type SocketOwner = { accountId: AccountId; nodeId: string }

/**
 * Records that this node holds a socket of the expert, so a ring can reach them. Returns `isNewNode` when the node
 * was not in the table, because other nodes had removed it. The node must then register all its sockets again.
 */
export async function registerSocket(
  ctx: Context,
  { accountId, nodeId }: SocketOwner,
): Promise<{ isNewNode: boolean }> {
  allow(ctx.actor, 'system')
  let isNewNode = false
  const expertId = await inTransaction(ctx, async ({ db }) => {
    const expert = await lockExpert(db, accountId)
    if (!expert) return null
    const added =
      await sql`insert into live_nodes (id, seen_at) values (${nodeId}, now()) on conflict do nothing`.execute(db)
    isNewNode = added.numAffectedRows === 1n
    await db
      .insertInto('expert_sockets')
      .values({ expert_id: expert.id, node_id: nodeId })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    return updateReachability(db, expert, ctx.clock.now())
  })
  if (expertId) ctx.publish(`expert:${expertId}`, { type: 'changed' })
  return { isNewNode }
}

/** Records that the last socket of the expert on this node has closed and was not replaced. */
export async function unregisterSocket(ctx: Context, { accountId, nodeId }: SocketOwner): Promise<void> {
  allow(ctx.actor, 'system')
  const expertId = await inTransaction(ctx, async ({ db }) => {
    const expert = await lockExpert(db, accountId)
    if (!expert) return null
    await db.deleteFrom('expert_sockets').where('expert_id', '=', expert.id).where('node_id', '=', nodeId).execute()
    return updateReachability(db, expert, ctx.clock.now())
  })
  if (expertId) ctx.publish(`expert:${expertId}`, { type: 'changed' })
}

/**
 * Runs as a job. The database enqueues it when a push subscription of the expert is added or removed, or no longer
 * counts because of an unanswered ring.
 */
export async function settleReachability(ctx: Context, { accountId }: { accountId: AccountId }): Promise<void> {
  allow(ctx.actor, 'system')
  const expertId = await inTransaction(ctx, async ({ db }) => {
    const expert = await lockExpert(db, accountId)
    return expert ? updateReachability(db, expert, ctx.clock.now()) : null
  })
  if (expertId) ctx.publish(`expert:${expertId}`, { type: 'changed' })
}

/**
 * Records the heartbeat of this node, and removes nodes that missed theirs, with their sockets. Returns `isNewNode` when
 * this node was not in the table: at its first heartbeat, or after another node had removed it. This node must then
 * register its sockets again. Uses the clock of the database, because the clocks of machines differ.
 */
export async function heartbeatNode(ctx: Context, nodeId: string): Promise<{ isNewNode: boolean }> {
  allow(ctx.actor, 'system')
  const { rows } = await sql<{ isNewNode: boolean }>`
    insert into live_nodes (id, seen_at) values (${nodeId}, now())
    on conflict (id) do update set seen_at = now()
    returning (xmax = 0) as "isNewNode"`.execute(ctx.db)
  const isDead = sql`seen_at < now() - make_interval(secs => ${nodeDeadAfterMs / 1_000})`
  const unreachableExperts = await inTransaction(ctx, async ({ db }) => {
    // Locks experts first, in the same order as `registerSocket` and `unregisterSocket`, to avoid a deadlock.
    await sql`select from experts where id in (
      select expert_id from expert_sockets join live_nodes on live_nodes.id = node_id where ${isDead}
    ) order by id for update`.execute(db)
    const { rows: dead } = await sql`delete from live_nodes where ${isDead} returning id`.execute(db)
    return dead.length > 0 ? markUnreachable(db, ctx.clock.now()) : []
  })
  for (const expertId of unreachableExperts) ctx.publish(`expert:${expertId}`, { type: 'changed' })
  return { isNewNode: rows[0]?.isNewNode ?? false }
}

/** Sets whether the expert is in a session. At the end of a session, `markSessionsOver` clears it. */
export async function setInSession(
  ctx: Context,
  { expertId, inSession }: { expertId: ExpertId; inSession: boolean },
): Promise<void> {
  allow(ctx.actor, 'system')
  await ctx.db.updateTable('experts').set({ in_session: inSession }).where('id', '=', expertId).execute()
  ctx.publish(`expert:${expertId}`, { type: 'changed' })
}

/** Marks the sessions of these experts as over, and counts the completed ones. */
export async function markSessionsOver(
  ctx: Context,
  people: { accountId: AccountId; completed: boolean }[],
): Promise<void> {
  allow(ctx.actor, 'system')
  const accountIds = people.map(({ accountId }) => accountId)
  const completed = people.filter((person) => person.completed).map(({ accountId }) => accountId)
  const { rows } = await sql<{ id: string }>`
    with locked as materialized (
      select id from experts where user_id = any (${accountIds}::uuid[]) order by id for update
    )
    update experts e set in_session = false,
      session_count = session_count + (e.user_id = any (${completed}::uuid[]))::integer
    from locked where e.id = locked.id returning e.id`.execute(ctx.db)
  for (const { id } of rows) ctx.publish(`expert:${id}`, { type: 'changed' })
}

type LockedExpert = { id: ExpertId; reachable: boolean }

/** Locks the expert, so that sockets that open and close at the same time are processed one after another. */
function lockExpert(tx: Database, accountId: AccountId) {
  return tx
    .selectFrom('experts')
    .select(['id', 'reachable'])
    .where('user_id', '=', accountId)
    .forUpdate()
    .executeTakeFirst()
}

/** Saves the current reachability. Returns the expert id if it changed, otherwise null. */
async function updateReachability(
  tx: Database,
  { id, reachable: before }: LockedExpert,
  now: Date,
): Promise<string | null> {
  const { reachable } = await tx
    .selectFrom('experts')
    .select(isReachable.as('reachable'))
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (reachable === before) return null
  await tx
    .updateTable('experts')
    .set({ reachable, ...(!reachable && { last_seen: now }) })
    .where('id', '=', id)
    .execute()
  if (reachable) await enqueueOnlineAlerts(tx, id)
  return id
}

async function markUnreachable(tx: Database, now: Date): Promise<string[]> {
  const experts = await tx
    .updateTable('experts')
    .set({ reachable: false, last_seen: now })
    .where('reachable', '=', true)
    .where(({ not }) => not(isReachable))
    .returning('id')
    .execute()
  return experts.map(({ id }) => id)
}

/** A ring would reach an open page, or a browser that push can wake. */
const isReachable = sql<boolean>`(
  exists (select from expert_sockets where expert_id = experts.id) or can_be_pushed(experts.user_id))`

/** The number of processes with a current heartbeat. */
export async function countNodes(db: Database): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from live_nodes`.execute(db)
  return rows[0]?.count ?? 0
}
