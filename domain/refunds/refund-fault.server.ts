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
import { faultText, findFault } from '#domain/refunds/rules.ts'
import type { CallContext } from '#domain/sessions/transition-session.server.ts'
import { getSession, listEvents } from '#domain/sessions/queries.server.ts'
import type { AccountId, SessionId } from '#kernel/ids.ts'

/**
 * Runs as a job after every bill: refunds the whole amount when the timeline proves a fault. Idempotent. Grants an open
 * request of the student, and leaves a decided one unchanged.
 */
export async function refundFault(ctx: CallContext, { sessionId }: { sessionId: SessionId }): Promise<void> {
  allow(ctx.actor, 'system')
  const { liveMs, chargedPaise } = await getSession(ctx, sessionId)
  if (!chargedPaise) return
  const { minuteMs } = ctx.times
  const fault = findFault({ liveMs, minuteMs, events: await listEvents(ctx, sessionId) })
  if (!fault) return
  const request = await inTransaction(ctx, (txCtx) => refundWhole(txCtx, { sessionId, fault }))
  if (request) publishRefundChange(ctx, request)
}

async function refundWhole(
  ctx: Context,
  { sessionId, fault }: { sessionId: SessionId; fault: Fault },
): Promise<LockedRefund | null> {
  const studentId = await findStudent(ctx, sessionId)
  if (!studentId) return null
  await ctx.db
    .insertInto('refund_requests')
    .values({ session_id: sessionId, student_id: studentId, asked_at: ctx.clock.now() })
    .onConflict((conflict) => conflict.column('session_id').doNothing())
    .execute()
  const request = await lockRefund(ctx, { sessionId })
  if (request?.state !== 'asked') return null
  await writeDecision(ctx, request, { refunded: request.charged, answer: faultText[fault], fault })
  return request
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
