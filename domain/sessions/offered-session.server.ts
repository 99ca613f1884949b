import { setInSession } from '#domain/experts/reachability.server.ts'
import { getCutOff } from '#domain/schedule/expert-time.server.ts'
import type { CallType } from '#domain/sessions/contract.ts'
import {
  type CallContext,
  addEvents,
  asSystem,
  publishSessionChange,
} from '#domain/sessions/transition-session.server.ts'
import type { SessionState } from '#domain/sessions/states.ts'
import type { AccountId, ExpertId, SessionId } from '#kernel/ids.ts'
import type { Paise } from '#kernel/money.ts'
import { enqueue } from '#platform/jobs/port.ts'

type OfferedSession = {
  id: SessionId
  studentId: AccountId
  expert: { accountId: AccountId; expertId: ExpertId }
  callType: CallType
  question: string | null
  file: { key: string | null; name: string | null; type: string | null }
  ratePaisePerMinute: Paise
  sharePercent: number
  heldPaise: Paise
  /** When the student asked, and how many experts were asked. */
  askedAt: Date
  asked: number
  /** When the offer began to ring at this expert, and until when it would have rung. */
  offeredAt: Date
  ringUntil: Date
}

/**
 * Starts the session of an expert who accepted an offer. The caller holds the money. Runs inside a database
 * transaction. Returns false when either party is in another session. Refused when the expert has a booking soon.
 */
export async function beginOfferedSession(ctx: CallContext, offered: OfferedSession): Promise<boolean> {
  const { id, studentId, expert, file } = offered
  const now = ctx.clock.now()
  const connectUntil = new Date(now.getTime() + ctx.times.connectMs)
  const cutAt = await getCutOff(ctx, expert.accountId, { now })
  const inserted = await ctx.db
    .insertInto('help_sessions')
    .values({
      id,
      student_id: studentId,
      expert_id: expert.accountId,
      call_type: offered.callType,
      question: offered.question,
      file_key: file.key,
      file_name: file.name,
      file_type: file.type,
      rate_paise_per_minute: offered.ratePaisePerMinute,
      share_percent: offered.sharePercent,
      state: 'connecting' satisfies SessionState,
      // The expert's time is reserved from now on, not from `offered.askedAt`.
      asked_at: now,
      ring_until: offered.ringUntil,
      answered_at: now,
      connect_until: connectUntil,
      held_paise: offered.heldPaise,
      cut_at: cutAt,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!inserted) return false
  await setInSession(asSystem(ctx), { expertId: expert.expertId, inSession: true })
  await addEvents(ctx, [
    { sessionId: id, what: 'asked', side: 'student', at: offered.askedAt, details: { experts: offered.asked } },
    { sessionId: id, what: 'rang', side: 'expert', at: offered.offeredAt },
    { sessionId: id, what: 'answered', side: 'expert' },
  ])
  await enqueue(ctx.db, 'expire_session', { sessionId: id }, { runAt: connectUntil })
  publishSessionChange(ctx, { id, expertId: expert.accountId, studentId }, 'connecting')
  return true
}
