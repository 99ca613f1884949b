import { sql } from 'kysely'
import type { Context } from '#domain/context.server.ts'
import { allow } from '#domain/policy.ts'
import { type CallContext, type LockedSession, moveSession } from '#domain/sessions/move-session.server.ts'
import { settleSession } from '#domain/sessions/settle-session.server.ts'
import { isCall, type SessionState, type Side } from '#domain/sessions/states.ts'
import { Refusal } from '#kernel/refusals.ts'

type Stop = {
  id: string
  reason: 'stuck' | 'safety' | 'suspended'
  /** On whom it lies. */
  side?: Side
  /** What belongs to the same database transaction. */
  also(ctx: Context, session: LockedSession): Promise<unknown>
}

/**
 * Ends an open session by the steps that every end takes: a ring goes away, a call ends and is billed for the time that was shared.
 * A process that measures it has the last word about that; where none does, the last checkpoint stands. False when it is over already.
 */
export async function stopSession(ctx: CallContext, stop: Stop): Promise<boolean> {
  allow(ctx.actor, 'system')
  const { id, reason, side, also } = stop
  const state = await findState(ctx, id)
  if (state === 'ended') {
    return (await isMeasured(ctx, id)) ? false : settleSession(ctx, { id, also })
  }
  if (state !== 'ringing' && !isCall(state)) return false
  const move = state === 'ringing' ? 'stop' : 'end'
  const change = { ended_at: ctx.clock.now(), end_reason: reason }
  const moved = await moveSession(ctx, {
    id,
    move,
    what: 'ended',
    side,
    details: { reason },
    change,
    also,
  }).then(
    () => true,
    (error: unknown) => {
      if (error instanceof Refusal && error.code === 'session_moved_on') return false
      throw error
    },
  )
  // It took a step in this very moment; every step leads on, so this ends.
  if (!moved) return stopSession(ctx, stop)
  if (move === 'end' && !(await isMeasured(ctx, id))) await settleSession(ctx, { id })
  return true
}

async function findState({ db }: Context, id: string): Promise<SessionState> {
  const row = await db.selectFrom('help_sessions').select('state').where('id', '=', id).executeTakeFirst()
  if (!row) throw new Refusal('no_such_session')
  return row.state as SessionState
}

/** Whether a process that lives has the last word. */
async function isMeasured({ db }: Context, id: string): Promise<boolean> {
  const { rows } = await sql`select from help_sessions where id = ${id} and meter_until >= now()`.execute(db)
  return rows.length > 0
}
