import { sql } from 'kysely'
import type { Context } from '#domain/context.server.ts'
import { allow } from '#domain/policy.ts'
import {
  type CallContext,
  type LockedSession,
  transitionSession,
} from '#domain/sessions/transition-session.server.ts'
import { settleSession } from '#domain/sessions/settle-session.server.ts'
import { isCall, type SessionState, type Side } from '#domain/sessions/states.ts'
import { Refusal } from '#kernel/refusals.ts'

type StopInput = {
  id: string
  reason: 'stuck' | 'safety' | 'suspended'
  /** On whom it lies. */
  side?: Side
  /** What belongs to the same database transaction. */
  alsoInTransaction(ctx: Context, session: LockedSession): Promise<unknown>
}

/**
 * Ends an open session by the steps that every end takes: a ring goes away, a call ends and is billed for the time that was shared.
 * A process that measures it has the last word about that; where none does, the last checkpoint stands. False when it is over already.
 */
export async function stopSession(ctx: CallContext, stop: StopInput): Promise<boolean> {
  allow(ctx.actor, 'system')
  const { id, reason, side, alsoInTransaction } = stop
  const state = await findState(ctx, id)
  if (state === 'ended') {
    return (await isMetered(ctx, id)) ? false : settleSession(ctx, { id, alsoInTransaction })
  }
  if (state !== 'ringing' && !isCall(state)) return false
  const transition = state === 'ringing' ? 'stop' : 'end'
  const change = { ended_at: ctx.clock.now(), end_reason: reason }
  const moved = await transitionSession(ctx, {
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
  // It took a step in this very moment; every step leads on, so this ends.
  if (!moved) return stopSession(ctx, stop)
  if (transition === 'end' && !(await isMetered(ctx, id))) await settleSession(ctx, { id })
  return true
}

async function findState({ db }: Context, id: string): Promise<SessionState> {
  const row = await db.selectFrom('help_sessions').select('state').where('id', '=', id).executeTakeFirst()
  if (!row) throw new Refusal('no_such_session')
  return row.state as SessionState
}

/** Whether a process that lives has the last word. */
async function isMetered({ db }: Context, id: string): Promise<boolean> {
  const { rows } = await sql`select from help_sessions where id = ${id} and meter_until >= now()`.execute(db)
  return rows.length > 0
}
