import { reopenAccount } from '#domain/accounts/profile-rows.server.ts'
import { staleRefusal } from '#domain/accounts/stale-refusal.server.ts'
import { writeAudit } from '#domain/audit/write-audit.server.ts'
import type { Context } from '#domain/context.server.ts'
import { inTransaction } from '#domain/in-transaction.server.ts'
import type { PersonAction } from '#domain/people/contract.ts'
import { lockPerson, personAuditSubject, readPersonAction } from '#domain/people/lock-person.server.ts'
import { enqueueSuspensionMail } from '#domain/people/send-suspension-mail.server.ts'
import { allow } from '#domain/policy.ts'
import { Refusal } from '#kernel/refusals.ts'

/** Ends the suspension of a student. */
export async function liftSuspension(ctx: Context, input: PersonAction): Promise<void> {
  allow(ctx.actor, 'supportPeople')
  const { id, why } = readPersonAction(ctx, input)
  await inTransaction(ctx, async (txCtx) => {
    const { role, account_state, suspended_reason } = await lockPerson(txCtx, { id })
    if (role === 'expert') throw new Refusal('expert_elsewhere')
    const about = personAuditSubject(id)
    if (account_state !== 'suspended') {
      throw await staleRefusal(txCtx, { code: 'person_moved_on', on: about.on })
    }
    await reopenAccount(txCtx.db, { id, now: ctx.clock.now() })
    await enqueueSuspensionMail(txCtx.db, id)
    await writeAudit(txCtx, {
      act: 'suspension lifted',
      ...about,
      why,
      before: { state: account_state, reason: suspended_reason },
      after: { state: 'active' },
    })
  })
}
