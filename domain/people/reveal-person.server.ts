import { readPrivateDetails } from '#domain/accounts/profile-rows.server.ts'
import { writeAudit } from '#domain/audit/write-audit.server.ts'
import type { Context } from '#domain/context.server.ts'
import { inTransaction } from '#domain/in-transaction.server.ts'
import type { PersonAction, PersonalData } from '#domain/people/contract.ts'
import { lockPerson, personAuditSubject, readPersonAction } from '#domain/people/lock-person.server.ts'
import { allow } from '#domain/policy.ts'

/** Returns the contact details of a person. Writes the audit line with the reason first. */
export async function revealPerson(ctx: Context, input: PersonAction): Promise<PersonalData> {
  allow(ctx.actor, 'supportPeople')
  const { id, why } = readPersonAction(ctx, input)
  return inTransaction(ctx, async (txCtx) => {
    const { email, phone_number } = await lockPerson(txCtx, { id })
    const details = await readPrivateDetails(txCtx.db, { id, now: ctx.clock.now() })
    await writeAudit(txCtx, { act: 'personal data read', ...personAuditSubject(id), why })
    return { email, phone: phone_number, ...details }
  })
}
