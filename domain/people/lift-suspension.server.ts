import { reopenAccount } from '#domain/accounts/profile-rows.server.ts'
import { staleRefusal } from '#domain/accounts/stale-refusal.server.ts'
import { writeAudit } from '#domain/audit/write-audit.server.ts'
import type { Context } from '#domain/context.server.ts'
import { inTransaction } from '#domain/in-transaction.server.ts'
import type { PersonAct } from '#domain/people/contract.ts'
import { lockPerson, onPerson, readAct } from '#domain/people/lock-person.server.ts'
import { enqueueSuspensionMail } from '#domain/people/send-suspension-mail.server.ts'
import { allow } from '#domain/policy.ts'
import { Refusal } from '#kernel/refusals.ts'

/** Somebody who was suspended may come in again, with everything that was theirs. */
export async function liftSuspension(ctx: Context, input: PersonAct): Promise<void> {
  allow(ctx.actor, 'team')
  const { id, why } = readAct(ctx, input)
  await inTransaction(ctx, async (own) => {
    const { role, account_state, suspended_reason } = await lockPerson(own, { id })
    if (role === 'expert') throw new Refusal('expert_elsewhere')
    const about = onPerson(id)
    if (account_state !== 'suspended') {
      throw await staleRefusal(own, { code: 'person_moved_on', on: about.on })
    }
    await reopenAccount(own.db, { id, now: ctx.clock.now() })
    await enqueueSuspensionMail(own.db, id)
    await writeAudit(own, {
      act: 'suspension lifted',
      ...about,
      why,
      before: { state: account_state, reason: suspended_reason },
      after: { state: 'active' },
    })
  })
}
