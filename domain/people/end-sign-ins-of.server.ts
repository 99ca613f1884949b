import { endAllSignIns } from '#domain/accounts/end-sign-ins.server.ts'
import { writeAudit } from '#domain/audit/write-audit.server.ts'
import type { Context } from '#domain/context.server.ts'
import { inTransaction } from '#domain/in-transaction.server.ts'
import type { PersonAction } from '#domain/people/contract.ts'
import { lockPerson, personAuditSubject, readPersonAction } from '#domain/people/lock-person.server.ts'
import { allow } from '#domain/policy.ts'

/** Ends all sign-ins of a person, for example after a lost phone. For a colleague this needs `manageTeam`. */
export async function endSignInsOf(ctx: Context, input: PersonAction): Promise<void> {
  allow(ctx.actor, 'supportPeople')
  const { id, why } = readPersonAction(ctx, input)
  await inTransaction(ctx, async (txCtx) => {
    const { role } = await lockPerson(txCtx, { id, allowTeam: true })
    if (role === 'team') allow(ctx.actor, 'manageTeam')
    await endAllSignIns(txCtx, id)
    await writeAudit(txCtx, { act: 'sign-ins ended', ...personAuditSubject(id), why })
  })
}
