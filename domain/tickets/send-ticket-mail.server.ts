import type { Context } from '#domain/context.server.ts'
import { allow } from '#domain/policy.ts'
import type { TicketKind } from '#domain/tickets/contract.ts'
import type { Product } from '#kernel/product.ts'
import { dateText } from '#kernel/time.ts'
import { defaultZone } from '#kernel/zones.ts'
import { renderMail } from '#platform/mail/layout.ts'
import type { Mailer } from '#platform/mail/port.ts'

const ticketKindText: Record<TicketKind, string> = {
  refund: 'refund request',
  report: 'report',
  complaint: 'complaint',
}

type About = 'received' | 'answered'

/**
 * Runs as a job: mails the acknowledgement or the answer to the opener of the ticket. Skips deleted accounts, and an
 * acknowledgement that was delayed until after the answer.
 */
export async function sendTicketMail(
  ctx: Context & { mailer: Mailer; product: Product },
  { number, about }: { number: number; about: About },
  jobId: string,
): Promise<void> {
  allow(ctx.actor, 'system')
  const ticket = await ctx.db
    .selectFrom('tickets')
    .innerJoin('profiles', 'profiles.id', 'tickets.opened_by')
    .select(['email', 'full_name', 'kind', 'answer', 'resolve_by', 'state'])
    .where('number', '=', number)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!ticket || (about === 'received' && ticket.state === 'resolved')) return
  const kind = ticketKindText[ticket.kind]
  const heading =
    about === 'received' ? `We have received your ${kind} ${number}` : `Our answer to your ${kind} ${number}`
  const text =
    about === 'received'
      ? [
          `Thank you for telling us. Your ${kind} has the number ${number}. Please quote it when you write to us.`,
          `You will get an answer by ${dateText(ticket.resolve_by, defaultZone)}, usually much sooner.`,
        ]
      : [ticket.answer ?? '', 'If this does not resolve it, reply to this email or write to our support.']
  const body = renderMail({
    product: ctx.product,
    heading,
    paragraphs: [`Hello ${ticket.full_name},`, ...text, `Support: ${ctx.product.contacts.supportEmail}`],
  })
  await ctx.mailer.send({ to: ticket.email, subject: heading, ...body }, `ticket ${jobId}`)
}
