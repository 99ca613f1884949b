import { sql } from 'kysely'
import { lockStudent } from '#domain/accounts/profile-rows.server.ts'
import type { Context } from '#domain/context.server.ts'
import { setInSession } from '#domain/experts/reachability.server.ts'
import { getOwnQuestionFile } from '#domain/files/queries.server.ts'
import { inTransaction } from '#domain/in-transaction.server.ts'
import { hasBrowsers } from '#domain/notifications/send-push.server.ts'
import { allow } from '#domain/policy.ts'
import { getCutOff } from '#domain/schedule/expert-time.server.ts'
import { type SessionRequest, sessionRequest } from '#domain/sessions/contract.ts'
import {
  asSystem,
  type CallContext,
  addEvent,
  publishSessionChange,
} from '#domain/sessions/transition-session.server.ts'
import { isInSession } from '#domain/sessions/queries.server.ts'
import {
  getHoldAmount,
  holdFirstMinutes,
  readRequest,
  refuseBlocked,
  refuseSuspended,
  refuseTooManyFreeCalls,
  refuseTooManyRings,
  requireCurrentRate,
  requireEarlierSession,
  type StudentRequest,
} from '#domain/sessions/student-request.server.ts'
import { unansweredStates } from '#domain/sessions/states.ts'
import { publishWalletChanges } from '#domain/wallet/queries.server.ts'
import { wasHeld } from '#domain/wallet/session-money.server.ts'
import type { AccountId, SessionId } from '#kernel/ids.ts'
import { ringsOfOneExpertMax, ringsOfOneExpertMinutes } from '#kernel/limits.ts'
import { Refusal } from '#kernel/refusals.ts'
import { minutesLater } from '#kernel/time.ts'
import { enqueue } from '#platform/jobs/port.ts'

/**
 * A student requests a session: reserves both parties, holds the money for the first minutes and rings, all in one
 * transaction. Repeating the request with the same id returns the same session.
 */
export async function requestSession(ctx: CallContext, input: SessionRequest): Promise<SessionId> {
  if (ctx.actor.kind === 'visitor') throw new Refusal('not_signed_in_to_ask')
  allow(ctx.actor, 'student')
  const request = await readRequest(ctx, sessionRequest, input)
  if (await isRepeatedRequest(ctx, request)) return request.id
  requireCurrentRate(request)
  if (request.continues) await requireEarlierSession(ctx, request.continues, request)
  const { callee } = request
  if (!callee.canBeCalled) throw new Refusal('expert_offline')

  const isNew = await inTransaction(ctx, (txCtx) => ring(txCtx, request))
  if (!isNew && !(await isRepeatedRequest(ctx, request))) throw new Refusal(await findBusyCode(ctx, request.student.id))
  return request.id
}

/**
 * Returns false when either party is in a session, or the student has an open request to several experts. The row is
 * inserted first: concurrent requests for the same expert or student wait for it, so the checks run one at a time.
 */
async function ring(ctx: CallContext, request: StudentRequest): Promise<boolean> {
  const { id, student, callee } = request
  // The student is locked before the expert's schedule, in the same order as in requests to several experts.
  await lockStudent(ctx.db, student.id)
  const file = request.fileKey === null ? null : await getOwnQuestionFile(ctx, student.id, request.fileKey)
  const held = await getHoldAmount(ctx, student.id, callee.ratePaisePerMinute)
  // `asked_at` and `cut_at` use the same instant: comparing them shows whether the call is cut short.
  const now = ctx.clock.now()
  const cutAt = await getCutOff(ctx, callee.accountId, { now })
  const ringUntil = new Date(now.getTime() + ctx.times.ringMs)
  const inserted = await ctx.db
    .insertInto('help_sessions')
    .values({
      id,
      student_id: student.id,
      expert_id: callee.accountId,
      call_type: request.callType,
      question: request.question,
      file_key: request.fileKey,
      file_name: file?.name ?? null,
      file_type: file?.type ?? null,
      rate_paise_per_minute: callee.ratePaisePerMinute,
      share_percent: callee.sharePercent,
      asked_at: now,
      ring_until: ringUntil,
      held_paise: held,
      cut_at: cutAt,
      continues_id: request.continues ?? null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!inserted) return false
  await refuseSuspended(ctx, student.id)
  await refuseBlocked(ctx, student.id, callee.accountId)
  await refuseTooManyRings(ctx, student.id)
  await refuseRepeatedRings(ctx, request)
  await refuseTooManyFreeCalls(ctx, { studentId: student.id, expertId: callee.accountId })
  await holdFirstMinutes(ctx, { studentId: student.id, sessionId: id, amount: held })
  await setInSession(asSystem(ctx), { expertId: callee.expertId, inSession: true })
  await addEvent(ctx, { sessionId: id, what: 'asked', side: 'student' })
  await addEvent(ctx, { sessionId: id, what: 'rang', side: 'expert' })
  await enqueue(ctx.db, 'expire_session', { sessionId: id }, { runAt: ringUntil })
  if (await hasBrowsers(ctx, callee.accountId)) await enqueue(ctx.db, 'ring_by_push', { sessionId: id })
  publishSessionChange(ctx, { id, expertId: callee.accountId, studentId: student.id }, 'ringing')
  publishWalletChanges(ctx, student.id)
  return true
}

async function refuseRepeatedRings(ctx: Context, { id, student, callee }: StudentRequest): Promise<void> {
  const earlier = await ctx.db
    .selectFrom('help_sessions')
    .select('id')
    .where('student_id', '=', student.id)
    .where('expert_id', '=', callee.accountId)
    .where('id', '<>', id)
    .where('state', 'in', [...unansweredStates, 'declined'])
    .where('asked_at', '>', minutesLater(ctx.clock.now(), -ringsOfOneExpertMinutes))
    .limit(ringsOfOneExpertMax)
    .execute()
  if (earlier.length >= ringsOfOneExpertMax) throw new Refusal('rang_already')
}

async function isRepeatedRequest(
  ctx: Context,
  { id, student, callee, question, fileKey, callType }: StudentRequest,
): Promise<boolean> {
  // Before the row, because a concurrent copy of this request commits both together.
  const isHeld = await wasHeld(ctx, id)
  const earlier = await ctx.db
    .selectFrom('help_sessions')
    .select(['student_id', 'expert_id', 'question', 'file_key', 'call_type', 'asked_at', 'ring_until'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!earlier) {
    // This id belongs to a booking, for which money was held.
    if (isHeld) throw new Refusal('other_request')
    return false
  }
  const isSame =
    earlier.student_id === student.id &&
    earlier.expert_id === callee.accountId &&
    earlier.question === question &&
    earlier.file_key === fileKey &&
    earlier.call_type === callType &&
    // Booked sessions never ring.
    earlier.ring_until > earlier.asked_at
  if (!isSame) throw new Refusal('other_request')
  return true
}

/** The reason why nothing was inserted. */
async function findBusyCode(
  ctx: Context,
  studentId: AccountId,
): Promise<'own_session_open' | 'own_request_open' | 'expert_busy'> {
  if (await isInSession(ctx, studentId)) return 'own_session_open'
  const { rows } = await sql<{ has: boolean }>`select has_open_request(${studentId}) as has`.execute(ctx.db)
  return rows[0]?.has ? 'own_request_open' : 'expert_busy'
}
