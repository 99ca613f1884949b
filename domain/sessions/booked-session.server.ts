import type { Context } from '#domain/context.server.ts'
import { findExpertIdOf } from '#domain/experts/queries.server.ts'
import { setInSession } from '#domain/experts/reachability.server.ts'
import { extendTime } from '#domain/schedule/expert-time.server.ts'
import type { CallType } from '#domain/sessions/contract.ts'
import { asSystem, addEvent, publishSessionChange } from '#domain/sessions/transition-session.server.ts'
import { isCall, type SessionState } from '#domain/sessions/states.ts'
import type { AccountId, SessionId } from '#kernel/ids.ts'
import type { Paise } from '#kernel/money.ts'
import { Refusal } from '#kernel/refusals.ts'
import { enqueue } from '#platform/jobs/port.ts'

type BookedSession = {
  id: SessionId
  studentId: AccountId
  expertId: AccountId
  callType: CallType
  question: string | null
  file: { key: string | null; name: string | null; type: string | null }
  /** The earlier session with whose board this one begins. */
  continues: SessionId | null
  ratePaisePerMinute: Paise
  sharePercent: number
  heldPaise: Paise
  /** The minimum charge when the student leaves the session. */
  leastPaise: Paise
  connectUntil: Date
  cutAt: Date
}

/**
 * Starts the session of a booking that is already paid. Runs inside a database transaction. Returns false while
 * either party is still in another session.
 */
export async function beginBookedSession(ctx: Context, booked: BookedSession): Promise<boolean> {
  const { id, studentId, expertId, file, connectUntil } = booked
  const now = ctx.clock.now()
  const inserted = await ctx.db
    .insertInto('help_sessions')
    .values({
      id,
      student_id: studentId,
      expert_id: expertId,
      call_type: booked.callType,
      question: booked.question,
      continues_id: booked.continues,
      file_key: file.key,
      file_name: file.name,
      file_type: file.type,
      rate_paise_per_minute: booked.ratePaisePerMinute,
      share_percent: booked.sharePercent,
      state: 'connecting' satisfies SessionState,
      asked_at: now,
      ring_until: now,
      answered_at: now,
      connect_until: connectUntil,
      held_paise: booked.heldPaise,
      least_paise: booked.leastPaise,
      may_extend: false,
      cut_at: booked.cutAt,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!inserted) return false
  const expertRecordId = await findExpertIdOf(ctx, expertId)
  if (expertRecordId) await setInSession(asSystem(ctx), { expertId: expertRecordId, inSession: true })
  await addEvent(ctx, { sessionId: id, what: 'begun', side: null })
  await enqueue(ctx.db, 'expire_session', { sessionId: id }, { runAt: connectUntil })
  if (booked.continues) await enqueue(ctx.db, 'continue_board', { sessionId: id }, { key: `continue ${id}` })
  publishSessionChange(ctx, { id, studentId, expertId }, 'connecting')
  return true
}

/** Extends the call of a booking beyond the booked time, billed per minute. Runs inside a database transaction. */
export async function extendBookedSession(ctx: Context, { id, cutAt }: { id: SessionId; cutAt: Date }): Promise<void> {
  const session = await ctx.db
    .selectFrom('help_sessions')
    .select(['state', 'cut_at'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!session || !isCall(session.state)) throw new Refusal('session_moved_on')
  // Never shortens time that was already granted.
  const until = session.cut_at && session.cut_at > cutAt ? session.cut_at : cutAt
  await ctx.db.updateTable('help_sessions').set({ may_extend: true, cut_at: until }).where('id', '=', id).execute()
  await extendTime(ctx, { subjectId: id, until })
}
