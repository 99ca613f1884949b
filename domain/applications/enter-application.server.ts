import { type NewApplication, newApplication } from '#domain/applications/contract.ts'
import { publishTeamQueuesChanged } from '#domain/audit/publish-team-queues-changed.server.ts'
import { writeAudit } from '#domain/audit/write-audit.server.ts'
import type { Context } from '#domain/context.server.ts'
import { inTransaction } from '#domain/in-transaction.server.ts'
import { allow, isPerson } from '#domain/policy.ts'
import type { ApplicationId } from '#kernel/ids.ts'
import { applicationEnteredWithinDays, applicationReplyHours } from '#kernel/limits.ts'
import { parse } from '#kernel/parse.ts'
import { Refusal } from '#kernel/refusals.ts'
import { daysLater, hoursLater } from '#kernel/time.ts'

/**
 * Enters an application that arrived by email. The 72-hour deadline starts with that email. Retries with the same id
 * enter it once, and an email address has at most one open application.
 */
export async function enterApplication(ctx: Context, input: NewApplication): Promise<ApplicationId> {
  allow(ctx.actor, 'prepareExperts')
  const { id, email, fullName, phone, category, notes, receivedAt } = parse(newApplication, input)
  const now = ctx.clock.now()
  if (receivedAt > now || receivedAt < daysLater(now, -applicationEnteredWithinDays)) {
    throw new Refusal('received_time')
  }
  const isNew = await inTransaction(ctx, async (txCtx) => {
    const { numInsertedOrUpdatedRows } = await txCtx.db
      .insertInto('applications')
      .values({
        id,
        email,
        full_name: fullName,
        phone,
        category,
        notes,
        received_at: receivedAt,
        answer_by: hoursLater(receivedAt, applicationReplyHours),
        entered_at: now,
        entered_by: isPerson(ctx.actor) ? ctx.actor.id : null,
      })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow()
    if (numInsertedOrUpdatedRows === 0n) return false
    await writeAudit(txCtx, {
      act: 'application entered',
      on: { thing: 'application', id },
      after: { stage: 'received', category },
    })
    return true
  })
  if (isNew) publishTeamQueuesChanged(ctx)
  else await requireSameEmail(ctx, { id, email })
  return id
}

async function requireSameEmail(ctx: Context, { id, email }: { id: ApplicationId; email: string }): Promise<void> {
  const same = await ctx.db
    .selectFrom('applications')
    .select('id')
    .where('id', '=', id)
    .where('email', '=', email)
    .executeTakeFirst()
  if (!same) throw new Refusal('application_open')
}
