import { keepPerson } from '#domain/accounts/keep-person.server.ts'
import { tellTeam } from '#domain/audit/tell-team.server.ts'
import type { Context } from '#domain/context.server.ts'
import { inTransaction } from '#domain/in-transaction.server.ts'
import { allow } from '#domain/policy.ts'
import { refundRequest, type RefundRequestInput } from '#domain/refunds/contract.ts'
import { askUntil } from '#domain/refunds/rules.ts'
import { getBilledSession } from '#domain/sessions/billed-session.server.ts'
import { note, tellSession } from '#domain/sessions/move-session.server.ts'
import { parse } from '#kernel/parse.ts'
import { Refusal } from '#kernel/refusals.ts'

/** The student asks for the money of a session back, once, while it is fresh. The team decides. */
export async function askRefund(ctx: Context, input: RefundRequestInput): Promise<void> {
  allow(ctx.actor, 'student')
  const { id, sessionId, reason } = parse(refundRequest, input)
  const session = await getBilledSession(ctx, { id: sessionId, side: 'student' })
  if (reason === '') throw new Refusal('refund_reason_missing')
  const now = ctx.clock.now()
  await inTransaction(ctx, async (own) => {
    await keepPerson(own.db, session.studentId)
    const known = await own.db
      .selectFrom('refund_requests')
      .select('id')
      .where('session_id', '=', session.id)
      .executeTakeFirst()
    if (known) throw new Refusal('refund_asked_already')
    if (now >= askUntil(session.endedAt)) throw new Refusal('refund_too_late')
    const { numInsertedOrUpdatedRows } = await own.db
      .insertInto('refund_requests')
      .values({ id, session_id: session.id, student_id: session.studentId, reason, asked_at: now })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    if (numInsertedOrUpdatedRows === 0n) throw new Refusal('refund_asked_already')
    await note(own, { sessionId: session.id, what: 'refund asked', side: 'student' })
  })
  tellSession(ctx, session, 'settled')
  tellTeam(ctx)
}
