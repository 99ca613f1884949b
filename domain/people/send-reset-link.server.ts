import { writeAudit } from '#domain/audit/write-audit.server.ts'
import type { Context } from '#domain/context.server.ts'
import { inTransaction } from '#domain/in-transaction.server.ts'
import type { PersonAction } from '#domain/people/contract.ts'
import { lockPerson, personAuditSubject, readPersonAction } from '#domain/people/lock-person.server.ts'
import { allow } from '#domain/policy.ts'
import { enqueue } from '#platform/jobs/port.ts'

/** Sends the usual password link to the stored email address. The team never sees the link. */
export async function sendResetLink(ctx: Context, input: PersonAction): Promise<void> {
  allow(ctx.actor, 'supportPeople')
  const { id, why } = readPersonAction(ctx, input)
  await inTransaction(ctx, async (txCtx) => {
    await lockPerson(txCtx, { id })
    const link = { profileId: id, purpose: 'reset_password' } as const
    // The key prevents a second mail after a double click.
    await enqueue(txCtx.db, 'send_password_link', link, { key: `reset link ${id}` })
    await writeAudit(txCtx, { act: 'reset link sent', ...personAuditSubject(id), why })
  })
}
