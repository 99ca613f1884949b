import { endAllSignIns } from '#domain/accounts/end-sign-ins.server.ts'
import { writeAudit } from '#domain/audit/write-audit.server.ts'
import type { Context } from '#domain/context.server.ts'
import { inTransaction } from '#domain/in-transaction.server.ts'
import type { PersonAct } from '#domain/people/contract.ts'
import { lockPerson, onPerson, readAct } from '#domain/people/lock-person.server.ts'
import { allow } from '#domain/policy.ts'

/** For a lost phone: everywhere, at once. Also for a colleague, because a lost phone of the team opens everything. */
export async function endSignInsOf(ctx: Context, input: PersonAct): Promise<void> {
  allow(ctx.actor, 'team')
  const { id, why } = readAct(ctx, input)
  await inTransaction(ctx, async (own) => {
    await lockPerson(own, { id, colleaguesToo: true })
    await endAllSignIns(own, id)
    await writeAudit(own, { act: 'sign-ins ended', ...onPerson(id), why })
  })
}
