import { sql } from 'kysely'
import type { Context } from '#domain/context.server.ts'
import { allow } from '#domain/policy.ts'
import type { Ticket } from '#domain/tickets/contract.ts'
import { maskEmail } from '#kernel/mask-email.ts'
import { paise } from '#kernel/money.ts'
import { Refusal } from '#kernel/refusals.ts'

export async function getTicket(ctx: Context, number: number): Promise<Ticket> {
  allow(ctx.actor, 'supportPeople')
  const row =
    Number.isSafeInteger(number) && (await selectTickets(ctx).where('tickets.number', '=', number).executeTakeFirst())
  if (!row) throw new Refusal('no_such_ticket')
  return toTicket(row)
}

/** Selects tickets as the team's list shows them. A refund request or a report has its text in another table. */
export function selectTickets({ db }: Context) {
  return db
    .selectFrom('tickets')
    .innerJoin('profiles as person', 'person.id', 'tickets.opened_by')
    .leftJoin('profiles as decider', 'decider.id', 'tickets.resolved_by')
    .leftJoin('refund_requests as refund', 'refund.id', 'tickets.refund_id')
    .leftJoin('reports', 'reports.id', 'tickets.report_id')
    .leftJoin('profiles as reported', 'reported.id', 'reports.reported_id')
    .selectAll('tickets')
    .select(['person.full_name as person_name', 'person.email as person_email', 'person.role as person_role'])
    .select(['decider.full_name as decider_name', 'reported.full_name as reported_name'])
    .select(['refund.fault', 'refund.refunded_paise'])
    .select(sql<string | null>`coalesce(tickets.words, refund.reason, reports.words)`.as('shown_words'))
    .select(sql<string | null>`coalesce(tickets.answer, refund.answer)`.as('shown_answer'))
}

type Row = NonNullable<Awaited<ReturnType<ReturnType<typeof selectTickets>['executeTakeFirst']>>>

export function toTicket(row: Row): Ticket {
  return {
    number: row.number,
    kind: row.kind,
    state: row.state,
    person: {
      id: row.opened_by,
      name: row.person_name,
      maskedEmail: maskEmail(row.person_email),
      role: row.person_role,
    },
    about: row.reported_name,
    words: row.shown_words,
    answer: row.shown_answer,
    sessionId: row.session_id,
    refundId: row.refund_id,
    openedAt: row.opened_at,
    acknowledgeBy: row.acknowledge_by,
    resolveBy: row.resolve_by,
    dueAt: row.due_at,
    acknowledgedAt: row.acknowledged_at,
    resolvedAt: row.resolved_at,
    resolvedBy: row.decider_name,
    isAutomatic: row.fault !== null,
    refunded: row.refunded_paise === null ? null : paise(row.refunded_paise),
  }
}
