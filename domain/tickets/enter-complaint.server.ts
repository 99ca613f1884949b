import { publishTeamQueuesChanged } from '#domain/audit/publish-team-queues-changed.server.ts'
import { writeAudit } from '#domain/audit/write-audit.server.ts'
import type { Context } from '#domain/context.server.ts'
import { inTransaction } from '#domain/in-transaction.server.ts'
import { allow } from '#domain/policy.ts'
import { complaint, type ComplaintInput } from '#domain/tickets/contract.ts'
import type { AccountId, SessionId } from '#kernel/ids.ts'
import { ticketAcknowledgeHours, ticketResolveDays } from '#kernel/limits.ts'
import { parse } from '#kernel/parse.ts'
import { Refusal } from '#kernel/refusals.ts'
import { hoursLater } from '#kernel/time.ts'

/** Enters a complaint that arrived by mail. It gets a number, and its deadlines start now. */
export async function enterComplaint(ctx: Context, input: ComplaintInput): Promise<number> {
  allow(ctx.actor, 'supportPeople')
  const { email, sessionId, text } = parse(complaint, input)
  if (text === '') throw new Refusal('ticket_words_missing')
  const now = ctx.clock.now()
  const number = await inTransaction(ctx, async (txCtx) => {
    const person = await txCtx.db
      .selectFrom('profiles')
      .select('id')
      .where('email', '=', email)
      .where('role', '<>', 'team')
      .where('deleted_at', 'is', null)
      .forKeyShare()
      .executeTakeFirst()
    if (!person) throw new Refusal('nobody_with_address')
    if (sessionId !== '') await requireOwnSession(txCtx, { sessionId, personId: person.id })
    const { number: newNumber } = await txCtx.db
      .insertInto('tickets')
      .values({
        kind: 'complaint',
        opened_by: person.id,
        session_id: sessionId || null,
        words: text,
        opened_at: now,
        acknowledge_by: hoursLater(now, ticketAcknowledgeHours),
        resolve_by: hoursLater(now, ticketResolveDays * 24),
      })
      .returning('number')
      .executeTakeFirstOrThrow()
    const on = { thing: 'ticket', id: String(newNumber) } as const
    await writeAudit(txCtx, { act: 'ticket entered', on, about: person.id })
    return newNumber
  })
  publishTeamQueuesChanged(ctx)
  return number
}

async function requireOwnSession(
  { db }: Context,
  { sessionId, personId }: { sessionId: SessionId; personId: AccountId },
): Promise<void> {
  const session = await db
    .selectFrom('help_sessions')
    .select('id')
    .where('id', '=', sessionId)
    .where(({ or, eb }) => or([eb('student_id', '=', personId), eb('expert_id', '=', personId)]))
    .executeTakeFirst()
  if (!session) throw new Refusal('no_such_session')
}
