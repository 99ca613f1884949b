import { sql } from 'kysely'
import type { Context } from '#domain/context.server.ts'
import { allow } from '#domain/policy.ts'
import { endSessionOfSuspended } from '#domain/sessions/change-approval.server.ts'
import { expireSession } from '#domain/sessions/expire-session.server.ts'
import { hasMissedCheckpoints } from '#domain/sessions/meter-rows.server.ts'
import type { CallContext } from '#domain/sessions/transition-session.server.ts'
import { settleSession } from '#domain/sessions/settle-session.server.ts'
import { callStateList } from '#domain/sessions/state-lists.server.ts'
import type { SessionId } from '#kernel/ids.ts'

/**
 * Ends overdue sessions that jobs and meters have missed. Several processes may sweep at the same time. An error in one
 * session does not stop the others.
 */
export async function sweepSessions(ctx: CallContext): Promise<void> {
  allow(ctx.actor, 'system')
  const failures: unknown[] = []
  const attempt = (work: Promise<unknown>) => work.catch((error: unknown) => failures.push(error))
  for (const sessionId of await listOverdue(ctx)) await attempt(expireSession(ctx, { sessionId }))
  for (const id of await listSessionsOfSuspended(ctx)) await attempt(endSessionOfSuspended(ctx, { id }))
  for (const id of await listUnsettled(ctx)) await attempt(settleSession(ctx, { id }))
  if (failures.length > 0) throw new AggregateError(failures, 'some sessions could not be ended')
}

/**
 * Skips connecting sessions whose metering process is gone or frozen. They get a new deadline when they are metered
 * again.
 */
async function listOverdue(ctx: Context): Promise<SessionId[]> {
  const now = ctx.clock.now()
  const { rows } = await sql<{ id: SessionId }>`
    select id from help_sessions
    where (state = 'ringing' and ring_until <= ${now})
      or (state = 'connecting' and connect_until <= ${now} and ${hasMissedCheckpoints} is not true)
    order by id limit 100 for update skip locked`.execute(ctx.db)
  return rows.map(({ id }) => id)
}

/**
 * Sessions of suspended experts: requested during the suspension, or left open because the process died between the
 * suspension and the end of the session.
 */
async function listSessionsOfSuspended(ctx: Context): Promise<SessionId[]> {
  const { rows } = await sql<{ id: SessionId }>`
    select s.id from experts e join help_sessions s on s.expert_id = e.user_id
    where e.in_session and e.approval = 'suspended' and s.state in ('ringing', ${callStateList})
    order by s.id limit 100`.execute(ctx.db)
  return rows.map(({ id }) => id)
}

/**
 * Sessions that a side has left and that the metering process has not settled in time. Leases are compared with the
 * database’s clock (see `meter-rows.server.ts`).
 */
async function listUnsettled(ctx: Context): Promise<SessionId[]> {
  const { rows } = await sql<{ id: SessionId }>`
    select id from help_sessions where state = 'ended' and (meter_until is null or meter_until < now())
    order by id limit 100 for update skip locked`.execute(ctx.db)
  return rows.map(({ id }) => id)
}
