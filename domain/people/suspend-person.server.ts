import { suspendAccount } from '#domain/accounts/profile-rows.server.ts'
import { staleRefusal } from '#domain/accounts/stale-refusal.server.ts'
import { writeAudit } from '#domain/audit/write-audit.server.ts'
import type { Context } from '#domain/context.server.ts'
import { inTransaction } from '#domain/in-transaction.server.ts'
import type { PersonAction } from '#domain/people/contract.ts'
import { lockPerson, personAuditSubject, readPersonAction } from '#domain/people/lock-person.server.ts'
import { enqueueSuspensionMail } from '#domain/people/send-suspension-mail.server.ts'
import { allow } from '#domain/policy.ts'
import { endRequestOfSuspended } from '#domain/requests/stop-request.server.ts'
import { isInSession } from '#domain/sessions/queries.server.ts'
import { Refusal } from '#kernel/refusals.ts'
import { enqueue } from '#platform/jobs/port.ts'

/**
 * Suspends a student: ends all sign-ins, shows the reason at login, cancels all bookings, and ends an open request.
 * Refused during a session, which has another participant and an open bill. Locks the row that `requestSession` locks,
 * so that a concurrent session request is either visible here or refused there.
 */
export async function suspendPerson(ctx: Context, input: PersonAction): Promise<void> {
  allow(ctx.actor, 'supportPeople')
  const { id, why } = readPersonAction(ctx, input)
  await inTransaction(ctx, async (txCtx) => {
    const { role, account_state } = await lockPerson(txCtx, { id })
    if (role === 'expert') throw new Refusal('expert_elsewhere')
    const about = personAuditSubject(id)
    if (account_state === 'suspended') {
      throw await staleRefusal(txCtx, { code: 'person_moved_on', on: about.on })
    }
    if (await isInSession(txCtx, id)) throw new Refusal('person_in_session')
    await endRequestOfSuspended(txCtx, id)
    await suspendAccount(txCtx.db, { id, why, now: ctx.clock.now() })
    await enqueueSuspensionMail(txCtx.db, id)
    await enqueue(txCtx.db, 'call_off_bookings', { studentId: id })
    await writeAudit(txCtx, {
      act: 'person suspended',
      ...about,
      why,
      before: { state: account_state },
      after: { state: 'suspended' },
    })
  })
  ctx.publish(`person:${id}`, { type: 'suspended' })
}
