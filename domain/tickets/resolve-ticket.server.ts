import { requireRecentPassword } from '#domain/accounts/recent-password.server.ts'
import { publishTeamQueuesChanged } from '#domain/audit/publish-team-queues-changed.server.ts'
import { writeAudit } from '#domain/audit/write-audit.server.ts'
import type { Context } from '#domain/context.server.ts'
import { inTransaction } from '#domain/in-transaction.server.ts'
import { allow, isPerson } from '#domain/policy.ts'
import {
  type LockedRefund,
  openRefund,
  publishRefundChange,
  writeDecision,
} from '#domain/refunds/decide-refund.server.ts'
import { type Resolution, resolution } from '#domain/tickets/contract.ts'
import { lockTicket } from '#domain/tickets/lock-ticket.server.ts'
import type { AccountId, SessionId } from '#kernel/ids.ts'
import { paise } from '#kernel/money.ts'
import { parse } from '#kernel/parse.ts'
import { Refusal } from '#kernel/refusals.ts'
import { enqueue } from '#platform/jobs/port.ts'

/**
 * Answers a report or complaint by mail, and refunds its session fully, partly or not at all. Refund requests are
 * decided in `domain/refunds`, which resolves their tickets.
 */
export async function resolveTicket(ctx: Context, input: Resolution): Promise<void> {
  allow(ctx.actor, 'supportPeople')
  const { number, amountPaise, answer } = parse(resolution, input)
  if (answer === '') throw new Refusal('ticket_answer_missing')
  if (amountPaise > 0) await requireRecentPassword(ctx)
  const refund = await inTransaction(ctx, async (txCtx) => {
    const ticket = await lockTicket(txCtx, number, ['open', 'acknowledged'])
    if (ticket.kind === 'refund') throw new Refusal('invalid_input')
    const granted = amountPaise > 0 ? await refundSessionOfTicket(txCtx, ticket, { amountPaise, answer }) : null
    const now = ctx.clock.now()
    const deciderId = isPerson(ctx.actor) ? ctx.actor.id : null
    await txCtx.db
      .updateTable('tickets')
      .set({ state: 'resolved', resolved_at: now, resolved_by: deciderId, answer })
      .$if(ticket.acknowledged_at === null, (update) =>
        update.set({ acknowledged_at: now, acknowledged_by: deciderId }),
      )
      .where('number', '=', number)
      .execute()
    await writeAudit(txCtx, {
      act: 'ticket resolved',
      on: { thing: 'ticket', id: String(number) },
      about: ticket.opened_by,
      before: { state: ticket.state },
      after: { state: 'resolved', amountPaise },
    })
    await enqueue(txCtx.db, 'send_ticket_mail', { number, about: 'answered' })
    return granted
  })
  if (refund) publishRefundChange(ctx, refund)
  else publishTeamQueuesChanged(ctx)
}

async function refundSessionOfTicket(
  ctx: Context,
  { session_id: sessionId, opened_by }: { session_id: SessionId | null; opened_by: AccountId },
  { amountPaise, answer }: { amountPaise: number; answer: string },
): Promise<LockedRefund> {
  if (!sessionId) throw new Refusal('session_not_billed')
  const request = await openRefund(ctx, sessionId)
  if (amountPaise > request.charged) throw new Refusal('refund_amount')
  const isMailed = opened_by === request.studentId
  await writeDecision(ctx, request, { refunded: paise(amountPaise), answer, isMailed })
  return request
}
