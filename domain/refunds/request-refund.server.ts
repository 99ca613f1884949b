import { preventDeletion } from '#domain/accounts/prevent-deletion.server.ts'
import { publishTeamQueuesChanged } from '#domain/audit/publish-team-queues-changed.server.ts'
import type { Context } from '#domain/context.server.ts'
import { inTransaction } from '#domain/in-transaction.server.ts'
import { allow } from '#domain/policy.ts'
import { refundRequest, type RefundRequestInput } from '#domain/refunds/contract.ts'
import { needsReason, refundableUntil } from '#domain/refunds/rules.ts'
import { getBilledSession } from '#domain/sessions/billed-session.server.ts'
import { addEvent, publishSessionChange } from '#domain/sessions/transition-session.server.ts'
import { parse } from '#kernel/parse.ts'
import { Refusal } from '#kernel/refusals.ts'

/**
 * The student requests a refund of a session, once and before the deadline. The team decides. If the system has opened
 * the request, this adds the student's reason to it.
 */
export async function requestRefund(ctx: Context, input: RefundRequestInput): Promise<void> {
  allow(ctx.actor, 'student')
  const { id, sessionId, reason } = parse(refundRequest, input)
  const session = await getBilledSession(ctx, { id: sessionId, side: 'student' })
  if (reason === '') throw new Refusal('refund_reason_missing')
  const now = ctx.clock.now()
  await inTransaction(ctx, async (txCtx) => {
    await preventDeletion(txCtx.db, session.studentId)
    const existing = await txCtx.db
      .selectFrom('refund_requests')
      .select(['id', 'state', 'reason'])
      .where('session_id', '=', session.id)
      .forUpdate()
      .executeTakeFirst()
    if (existing && !needsReason(existing)) throw new Refusal('refund_asked_already')
    if (now >= refundableUntil(session.endedAt)) throw new Refusal('refund_too_late')
    if (existing) {
      await txCtx.db.updateTable('refund_requests').set({ reason }).where('id', '=', existing.id).execute()
      await addEvent(txCtx, { sessionId: session.id, what: 'refund asked', side: 'student' })
      return
    }
    const { numInsertedOrUpdatedRows } = await txCtx.db
      .insertInto('refund_requests')
      .values({ id, session_id: session.id, student_id: session.studentId, reason, asked_at: now })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    if (numInsertedOrUpdatedRows === 0n) throw new Refusal('refund_asked_already')
    await addEvent(txCtx, { sessionId: session.id, what: 'refund asked', side: 'student' })
  })
  publishSessionChange(ctx, session, 'settled')
  publishTeamQueuesChanged(ctx)
}
