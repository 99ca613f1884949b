import { sql } from 'kysely'
import type { Context } from '#domain/context.server.ts'
import { allow } from '#domain/policy.ts'
import { type CallContext, type LockedSession, transitionSession } from '#domain/sessions/transition-session.server.ts'
import { settleSession } from '#domain/sessions/settle-session.server.ts'
import { isCall, type SessionState, type Side } from '#domain/sessions/states.ts'
import type { SessionId } from '#kernel/ids.ts'
import { Refusal } from '#kernel/refusals.ts'

type StopInput = {
  id: SessionId
  reason: 'stuck' | 'safety' | 'suspended'
  /** The side that is responsible. */
  side?: Side
  /** Runs in the same database transaction. */
  alsoInTransaction(ctx: Context, session: LockedSession): Promise<unknown>
}

/**
 * Ends an open session: a ring stops, a call is billed for its shared time. A live metering process settles the call
 * with its final time. Otherwise the last checkpoint counts. Returns false if the session is already over.
 */
export async function stopSession(ctx: CallContext, stop: StopInput): Promise<boolean> {
  allow(ctx.actor, 'system')
  const { id, reason, side, alsoInTransaction } = stop
  const state = await getState(ctx, id)
  if (state === 'ended') {
    return (await isMetered(ctx, id)) ? false : settleSession(ctx, { id, alsoInTransaction })
  }
  if (state !== 'ringing' && !isCall(state)) return false
  const transition = state === 'ringing' ? 'stop' : 'end'
  const change = { ended_at: ctx.clock.now(), end_reason: reason }
  const hasMoved = await transitionSession(ctx, {
    id,
    transition,
    what: 'ended',
    side,
    details: { reason },
    change,
    alsoInTransaction,
  }).then(
    () => true,
    (error: unknown) => {
      if (error instanceof Refusal && error.code === 'session_moved_on') return false
      throw error
    },
  )
  // The session changed state at the same moment. Every transition leads towards the end, so this terminates.
  if (!hasMoved) return stopSession(ctx, stop)
  if (transition === 'end' && !(await isMetered(ctx, id))) await settleSession(ctx, { id })
  return true
}

async function getState({ db }: Context, id: SessionId): Promise<SessionState> {
  const row = await db.selectFrom('help_sessions').select('state').where('id', '=', id).executeTakeFirst()
  if (!row) throw new Refusal('no_such_session')
  return row.state
}

/** Returns whether a live process meters the session. */
async function isMetered({ db }: Context, id: string): Promise<boolean> {
  const { rows } = await sql`select from help_sessions where id = ${id} and meter_until >= now()`.execute(db)
  return rows.length > 0
}
