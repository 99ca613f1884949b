import { endAllSignIns } from '#domain/accounts/end-sign-ins.server.ts'
import { requireRecentPassword } from '#domain/accounts/recent-password.server.ts'
import { writeAudit } from '#domain/audit/write-audit.server.ts'
import type { Context } from '#domain/context.server.ts'
import { inTransaction } from '#domain/in-transaction.server.ts'
import { notify } from '#domain/notifications/notify.server.ts'
import type { PersonAction } from '#domain/people/contract.ts'
import { lockPerson, personAuditSubject, readPersonAction } from '#domain/people/lock-person.server.ts'
import { allow } from '#domain/policy.ts'
import { needsSecondStep } from '#domain/sign-in/recovery-codes.server.ts'
import { removeFactors } from '#domain/sign-in/remove-factors.server.ts'
import { Refusal } from '#kernel/refusals.ts'

/**
 * For a person who has lost the device and the recovery codes: removes the authenticator, all passkeys and the recovery
 * codes, and ends all sign-ins. Then the password alone is enough, so the owner is notified by mail, and the reason
 * says how the administrator checked the identity. A team member must then set up a new factor at the next login.
 */
export async function resetSecondFactor(ctx: Context, input: PersonAction): Promise<void> {
  allow(ctx.actor, 'resetSecondFactors')
  const { id, why } = readPersonAction(ctx, input)
  await requireRecentPassword(ctx)
  await inTransaction(ctx, async (txCtx) => {
    const { role } = await lockPerson(txCtx, { id, allowTeam: true })
    if (!(await needsSecondStep(txCtx.db, { id, role }))) throw new Refusal('no_second_factor')
    await removeFactors(txCtx.db, id)
    await endAllSignIns(txCtx, id)
    await writeAudit(txCtx, { act: 'second factor reset', ...personAuditSubject(id), why })
    await notify(txCtx, {
      to: id,
      kind: 'security',
      // A known `what`: an older node ignores `byTeam` and says that the authenticator was removed.
      facts: { what: 'second_factor_off', byTeam: true, ...(role === 'team' && { isTeam: true }) },
      once: `second factor reset ${ctx.clock.now().toISOString()}`,
    })
  })
}
