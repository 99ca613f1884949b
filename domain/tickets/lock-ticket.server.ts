import { staleRefusal } from '#domain/accounts/stale-refusal.server.ts'
import type { Context } from '#domain/context.server.ts'
import type { TicketState } from '#domain/tickets/contract.ts'
import { Refusal } from '#kernel/refusals.ts'

/** Locks the ticket until the end of the transaction. Refuses unless it is in one of these states. */
export async function lockTicket(ctx: Context, number: number, states: TicketState[]) {
  const ticket = await ctx.db
    .selectFrom('tickets')
    .select(['kind', 'state', 'opened_by', 'session_id', 'acknowledged_at'])
    .where('number', '=', number)
    .forUpdate()
    .executeTakeFirst()
  if (!ticket) throw new Refusal('no_such_ticket')
  if (!states.includes(ticket.state)) {
    throw await staleRefusal(ctx, { code: 'ticket_done', on: { thing: 'ticket', id: String(number) } })
  }
  return ticket
}
