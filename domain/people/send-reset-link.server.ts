import { writeAudit } from '#domain/audit/write-audit.server.ts'
import type { Context } from '#domain/context.server.ts'
import { inTransaction } from '#domain/in-transaction.server.ts'
import type { PersonAct } from '#domain/people/contract.ts'
import { lockPerson, onPerson, readAct } from '#domain/people/lock-person.server.ts'
import { allow } from '#domain/policy.ts'
import { enqueue } from '#platform/jobs/port.ts'

/** For somebody who has lost the password: the usual link, to the address on file and to no other. Nobody of the team sees it. */
export async function sendResetLink(ctx: Context, input: PersonAct): Promise<void> {
  allow(ctx.actor, 'team')
  const { id, why } = readAct(ctx, input)
  await inTransaction(ctx, async (own) => {
    await lockPerson(own, { id })
    const link = { profileId: id, purpose: 'reset_password' } as const
    // Under one key, so that whoever clicks twice sends one mail.
    await enqueue(own.db, 'send_password_link', link, { key: `reset link ${id}` })
    await writeAudit(own, { act: 'reset link sent', ...onPerson(id), why })
  })
}
