import { countInHour, requestCountKey } from '#domain/accounts/hourly-counts.server.ts'
import { getOwnQuestionFile } from '#domain/files/queries.server.ts'
import { inTransaction } from '#domain/in-transaction.server.ts'
import { allow } from '#domain/policy.ts'
import { type NewRequest, newRequest } from '#domain/requests/contract.ts'
import { offerToMore } from '#domain/requests/offer-to-more.server.ts'
import { lockRequest } from '#domain/requests/request-rows.server.ts'
import { isInSession } from '#domain/sessions/queries.server.ts'
import {
  getHoldAmount,
  holdFirstMinutes,
  refuseSuspended,
  refuseTooManyFreeCalls,
  refuseTooManyRings,
} from '#domain/sessions/student-request.server.ts'
import type { CallContext } from '#domain/sessions/transition-session.server.ts'
import { publishWalletChanges } from '#domain/wallet/queries.server.ts'
import { wasHeld } from '#domain/wallet/session-money.server.ts'
import type { AccountId, RequestId } from '#kernel/ids.ts'
import { rateMaxPaisePerMinute, rateMinPaisePerMinute, requestMs, requestsPerHour } from '#kernel/limits.ts'
import { type Paise, paise } from '#kernel/money.ts'
import { parse } from '#kernel/parse.ts'
import { Refusal } from '#kernel/refusals.ts'

/**
 * Sends a student’s question to matching free experts. Holds the money at the student's price limit and rings at the
 * best experts, all in one transaction. A repeated call with the same id returns the same request.
 */
export async function startRequest(ctx: CallContext, input: NewRequest): Promise<RequestId> {
  if (ctx.actor.kind === 'visitor') throw new Refusal('not_signed_in_to_ask')
  allow(ctx.actor, 'student')
  const request = parseRequest(ctx.actor.id, input)
  if (await isRepeated(ctx, request)) return request.id
  const isNew = await inTransaction(ctx, (txCtx) => start(txCtx, request))
  if (!isNew && !(await isRepeated(ctx, request))) {
    throw new Refusal((await isInSession(ctx, request.studentId)) ? 'own_session_open' : 'own_request_open')
  }
  return request.id
}

type ParsedRequest = {
  id: RequestId
  studentId: AccountId
  callType: NewRequest['callType']
  question: string | null
  fileKey: string | null
  language: string | null
  maxRatePaisePerMinute: Paise
}

function parseRequest(studentId: AccountId, input: NewRequest): ParsedRequest {
  const { id, callType, question, file, language, maxRatePaisePerMinute: limit } = parse(newRequest, input)
  if (question === '' && !file) throw new Refusal('nothing_asked')
  if (limit < rateMinPaisePerMinute || limit > rateMaxPaisePerMinute) throw new Refusal('highest_price')
  const maxRatePaisePerMinute = paise(limit)
  return {
    id,
    studentId,
    callType,
    question: question || null,
    fileKey: file?.key ?? null,
    language,
    maxRatePaisePerMinute,
  }
}

/**
 * Returns false when the student is in a session or has another request. Inserts the row first, so that concurrent
 * requests of the same student wait for it.
 */
async function start(ctx: CallContext, request: ParsedRequest): Promise<boolean> {
  const { id, studentId, fileKey, maxRatePaisePerMinute } = request
  const file = fileKey === null ? null : await getOwnQuestionFile(ctx, studentId, fileKey)
  const held = await getHoldAmount(ctx, studentId, maxRatePaisePerMinute)
  const now = ctx.clock.now()
  const inserted = await ctx.db
    .insertInto('requests')
    .values({
      id,
      student_id: studentId,
      call_type: request.callType,
      question: request.question,
      file_key: fileKey,
      file_name: file?.name ?? null,
      file_type: file?.type ?? null,
      language: request.language,
      max_rate_paise_per_minute: maxRatePaisePerMinute,
      held_paise: held,
      asked_at: now,
      open_until: new Date(now.getTime() + requestMs),
      next_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!inserted) return false
  await refuseSuspended(ctx, studentId)
  await refuseTooManyRings(ctx, studentId)
  await refuseTooManyFreeCalls(ctx, { studentId, expertId: null })
  // Also counts a request that finds nobody to ring, because its lookup of experts and its hold cost as much.
  const limit = { key: requestCountKey(studentId), max: requestsPerHour, refusal: 'too_many_requests' } as const
  await countInHour(ctx.db, limit, now)
  await holdFirstMinutes(ctx, { studentId, sessionId: id, amount: held })
  publishWalletChanges(ctx, studentId)
  const locked = await lockRequest(ctx, id)
  if (locked) await offerToMore(ctx, locked)
  return true
}

/** Throws when the id was used for something else. */
async function isRepeated(ctx: CallContext, request: ParsedRequest): Promise<boolean> {
  // Read before the row: a concurrent copy of this request commits both together.
  const isHeld = await wasHeld(ctx, request.id)
  const earlier = await ctx.db.selectFrom('requests').selectAll().where('id', '=', request.id).executeTakeFirst()
  if (!earlier) {
    // This id belongs to a session or a booking, for which money was held.
    if (isHeld) throw new Refusal('other_request')
    return false
  }
  const isSame =
    earlier.student_id === request.studentId &&
    earlier.question === request.question &&
    earlier.file_key === request.fileKey &&
    earlier.call_type === request.callType &&
    earlier.language === request.language &&
    earlier.max_rate_paise_per_minute === request.maxRatePaisePerMinute
  if (!isSame) throw new Refusal('other_request')
  return true
}
