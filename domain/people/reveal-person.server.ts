import { readPrivateDetails } from '#domain/accounts/profile-rows.server.ts'
import { writeAudit } from '#domain/audit/write-audit.server.ts'
import type { Context } from '#domain/context.server.ts'
import { inTransaction } from '#domain/in-transaction.server.ts'
import type { PersonAct, PersonalData } from '#domain/people/contract.ts'
import { lockPerson, onPerson, readAct } from '#domain/people/lock-person.server.ts'
import { allow } from '#domain/policy.ts'

/** How to reach a person. That somebody looked, and why, is written down before anything is shown. */
export async function revealPerson(ctx: Context, input: PersonAct): Promise<PersonalData> {
  allow(ctx.actor, 'team')
  const { id, why } = readAct(ctx, input)
  return inTransaction(ctx, async (own) => {
    const { email, phone_number } = await lockPerson(own, { id })
    const details = await readPrivateDetails(own.db, { id, now: ctx.clock.now() })
    await writeAudit(own, { act: 'personal data read', ...onPerson(id), why })
    return { email, phone: phone_number, ...details }
  })
}
