import { publishTeamQueuesChanged } from '#domain/audit/publish-team-queues-changed.server.ts'
import { writeAudit } from '#domain/audit/write-audit.server.ts'
import type { Context } from '#domain/context.server.ts'
import { inTransaction } from '#domain/in-transaction.server.ts'
import { allow, isPerson } from '#domain/policy.ts'
import { ticketChoice } from '#domain/tickets/contract.ts'
import { lockTicket } from '#domain/tickets/lock-ticket.server.ts'
import { parse } from '#kernel/parse.ts'
import { enqueue } from '#platform/jobs/port.ts'

/** Acknowledges a ticket by a mail with its number and the deadline for an answer. */
export async function acknowledgeTicket(ctx: Context, input: { number: number }): Promise<void> {
  allow(ctx.actor, 'supportPeople')
  const { number } = parse(ticketChoice, input, 'no_such_ticket')
  await inTransaction(ctx, async (txCtx) => {
    const ticket = await lockTicket(txCtx, number, ['open'])
    await txCtx.db
      .updateTable('tickets')
      .set({
        state: 'acknowledged',
        acknowledged_at: ctx.clock.now(),
        acknowledged_by: isPerson(ctx.actor) ? ctx.actor.id : null,
      })
      .where('number', '=', number)
      .execute()
    await writeAudit(txCtx, {
      act: 'ticket acknowledged',
      on: { thing: 'ticket', id: String(number) },
      about: ticket.opened_by,
      before: { state: ticket.state },
      after: { state: 'acknowledged' },
    })
    await enqueue(txCtx.db, 'send_ticket_mail', { number, about: 'received' })
  })
  publishTeamQueuesChanged(ctx)
}
