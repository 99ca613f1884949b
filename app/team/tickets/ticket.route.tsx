import { catchRefusal, readForm, serve } from '#app/base/serve.server.ts'
import { AuditTrail } from '#app/team/audit/audit-trail.tsx'
import { TeamHeading } from '#app/team/base/team-heading.tsx'
import { confirmPasswordIfSent } from '#app/team/base/team.server.ts'
import { Evidence } from '#app/team/sessions/evidence.tsx'
import type { ReadBoard } from '#app/team/sessions/private-board.tsx'
import { readBoard } from '#app/team/sessions/read-board.server.ts'
import { TicketActions } from '#app/team/tickets/ticket-actions.tsx'
import { TicketFacts } from '#app/team/tickets/ticket-facts.tsx'
import { ticketKindLabels } from '#app/team/tickets/ticket-text.tsx'
import { BackLink } from '#app/ui/back-link.tsx'
import type { Context } from '#domain/context.server.ts'
import { grantRefund } from '#domain/refunds/grant-refund.server.ts'
import { refuseRefund } from '#domain/refunds/refuse-refund.server.ts'
import type { SessionMessage } from '#domain/sessions/contract.ts'
import { getSession } from '#domain/sessions/queries.server.ts'
import { readChat } from '#domain/sessions/read-chat.server.ts'
import { listAuditTrail } from '#domain/team/audit-table.server.ts'
import { getSessionEvidence } from '#domain/team/session-evidence.server.ts'
import { acknowledgeTicket } from '#domain/tickets/acknowledge-ticket.server.ts'
import type { Ticket } from '#domain/tickets/contract.ts'
import { getTicket } from '#domain/tickets/queries.server.ts'
import { resolveTicket } from '#domain/tickets/resolve-ticket.server.ts'
import { readAmount } from '#domain/wallet/rules.ts'
import { formatRupees, type Paise, paise } from '#kernel/money.ts'
import { Refusal } from '#kernel/refusals.ts'
import type { Route } from './+types/ticket.route'

export const loader = serve('supportPeople', async ({ context }, { params }: Route.LoaderArgs) => {
  const ticket = await getTicket(context, Number(params.number))
  const trail = await listAuditTrail(context, { thing: 'ticket', id: params.number })
  const { sessionId } = ticket
  if (!sessionId) return { ticket, trail, evidence: null }
  const evidence = await getSessionEvidence(context, sessionId)
  const lines = [...trail, ...evidence.trail].toSorted((a, b) => b.id - a.id)
  return { ticket, trail: lines, evidence }
})

export const action = serve('supportPeople', async ({ context }, { request, params }: Route.ActionArgs) => {
  const number = Number(params.number)
  const form = await readForm(request)
  if (form.get('act') === 'acknowledge') {
    return catchRefusal(
      acknowledgeTicket(context, { number }).then(() => ({ done: 'Acknowledged. An email is on its way.' })),
    )
  }
  if (form.get('act') === 'read_chat') {
    return catchRefusal(readChatOfTicket(context, number).then((messages) => ({ messages })))
  }
  if (form.get('act') === 'read_board') {
    return catchRefusal(readBoardOfTicket(context, number).then((board) => ({ board })))
  }
  if (form.get('act') !== 'decide') throw new Refusal('invalid_input')
  return catchRefusal(confirmPasswordIfSent(context, form).then(() => decide(context, number, form)))
})

/** Records the ticket as the reason. */
async function readChatOfTicket(context: Context, number: number): Promise<SessionMessage[]> {
  const ticket = await getTicket(context, number)
  if (!ticket.sessionId) throw new Refusal('no_such_session')
  return readChat(context, { id: ticket.sessionId, why: ticketTitle(ticket) })
}

/** Records the ticket as the reason. */
async function readBoardOfTicket(context: Context, number: number): Promise<ReadBoard> {
  const ticket = await getTicket(context, number)
  if (!ticket.sessionId) throw new Refusal('no_such_session')
  return readBoard(context, { id: ticket.sessionId, why: ticketTitle(ticket) })
}

function ticketTitle({ kind, number }: Pick<Ticket, 'kind' | 'number'>): string {
  return `${ticketKindLabels[kind]} ${number}`
}

async function decide(context: Context, number: number, form: FormData): Promise<{ done: string }> {
  const ticket = await getTicket(context, number)
  const answer = String(form.get('answer') ?? '')
  const amountPaise = await readRefundAmount(context, ticket.sessionId, form)
  if (!ticket.refundId) await resolveTicket(context, { number, amountPaise, answer })
  else if (amountPaise > 0) await grantRefund(context, { id: ticket.refundId, amountPaise, answer })
  else await refuseRefund(context, { id: ticket.refundId, answer })
  return {
    done: amountPaise > 0 ? `${formatRupees(amountPaise)} refunded.` : 'Decided: no refund.',
  }
}

/** Returns the full charge, the typed amount or zero. */
async function readRefundAmount(context: Context, sessionId: string | null, form: FormData): Promise<Paise> {
  const outcome = form.get('outcome')
  if (outcome === 'none') return paise(0)
  if (!sessionId) throw new Refusal('session_not_billed')
  if (outcome === 'whole') return (await getSession(context, sessionId)).chargedPaise ?? paise(0)
  const typed = readAmount(String(form.get('amount') ?? ''))
  if (outcome !== 'part' || typed === undefined) throw new Refusal('not_an_amount')
  return typed
}

/** Reloads the page data even after a refused action, because a colleague may have acted first. */
export const shouldRevalidate = () => true

export default function TicketPage({ loaderData: { ticket, trail, evidence } }: Route.ComponentProps) {
  return (
    <>
      <BackLink to="/team/tickets">Refunds and complaints</BackLink>
      <TeamHeading title={`${ticketTitle(ticket)} of ${ticket.person.name}`} />
      <div className="grid grid-cols-1 items-start gap-5 xl:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="space-y-5">
          <TicketFacts ticket={ticket} />
          {evidence && <Evidence evidence={evidence} ticket={ticketTitle(ticket)} />}
          <AuditTrail lines={trail} />
        </div>
        <TicketActions ticket={ticket} evidence={evidence} />
      </div>
    </>
  )
}
