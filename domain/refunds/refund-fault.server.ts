import type { Context } from '#domain/context.server.ts'
import { inTransaction } from '#domain/in-transaction.server.ts'
import { allow } from '#domain/policy.ts'
import type { Fault } from '#domain/refunds/contract.ts'
import {
  type LockedRefund,
  lockRefund,
  publishRefundChange,
  writeDecision,
} from '#domain/refunds/decide-refund.server.ts'
import { faultText, findFault, isUnprovenFault } from '#domain/refunds/rules.ts'
import { addEvent, type CallContext } from '#domain/sessions/transition-session.server.ts'
import { getSession, listEvents } from '#domain/sessions/queries.server.ts'
import type { AccountId, SessionId } from '#kernel/ids.ts'

/**
 * Runs as a job after every bill: refunds the whole amount when the timeline proves a fault, and opens a request when
 * only the student's device reports one. Idempotent. Grants an open request of the student, and leaves a decided one
 * unchanged.
 */
export async function refundFault(ctx: CallContext, { sessionId }: { sessionId: SessionId }): Promise<void> {
  allow(ctx.actor, 'system')
  const { liveMs, chargedPaise } = await getSession(ctx, sessionId)
  if (!chargedPaise) return
  const { minuteMs } = ctx.times
  const evidence = { liveMs, minuteMs, events: await listEvents(ctx, sessionId) }
  const fault = findFault(evidence)
  if (!fault && !isUnprovenFault(evidence)) return
  const request = await inTransaction(ctx, (txCtx) =>
    fault ? refundWhole(txCtx, { sessionId, fault }) : openRequest(txCtx, sessionId),
  )
  if (request) publishRefundChange(ctx, request)
}

/** Opens a request in the name of the student, without a reason. The team decides. */
async function openRequest(ctx: Context, sessionId: SessionId): Promise<LockedRefund | null> {
  const isNew = await insertRequest(ctx, sessionId)
  if (!isNew) return null
  await addEvent(ctx, { sessionId, what: 'refund asked', side: null })
  return lockRefund(ctx, { sessionId })
}

async function refundWhole(
  ctx: Context,
  { sessionId, fault }: { sessionId: SessionId; fault: Fault },
): Promise<LockedRefund | null> {
  if ((await insertRequest(ctx, sessionId)) === null) return null
  const request = await lockRefund(ctx, { sessionId })
  if (request?.state !== 'asked') return null
  await writeDecision(ctx, request, { refunded: request.charged, answer: faultText[fault], fault })
  return request
}

/** Returns whether the request is new; null if the account of the student is deleted. */
async function insertRequest(ctx: Context, sessionId: SessionId): Promise<boolean | null> {
  const studentId = await findStudent(ctx, sessionId)
  if (!studentId) return null
  const { numInsertedOrUpdatedRows } = await ctx.db
    .insertInto('refund_requests')
    .values({ session_id: sessionId, student_id: studentId, asked_at: ctx.clock.now() })
    .onConflict((conflict) => conflict.column('session_id').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Blocks a concurrent deletion of the account. Returns null if it is already deleted and cannot receive money. */
async function findStudent({ db }: Context, sessionId: SessionId): Promise<AccountId | null> {
  const row = await db
    .selectFrom('help_sessions')
    .innerJoin('profiles', 'profiles.id', 'help_sessions.student_id')
    .select('student_id')
    .where('help_sessions.id', '=', sessionId)
    .where('profiles.deleted_at', 'is', null)
    .forKeyShare('profiles')
    .executeTakeFirst()
  return row?.student_id ?? null
}
