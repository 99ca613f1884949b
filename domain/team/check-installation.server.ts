import type { Context } from '#domain/context.server.ts'
import { allow } from '#domain/policy.ts'
import type { Installation } from '#domain/team/contract.ts'
import { Refusal } from '#kernel/refusals.ts'

/** Tries the outside services of the server that answers this request. */
export async function checkInstallation({ actor }: Context, installation: Installation): Promise<void> {
  allow(actor, 'manageTeam')
  const report = await installation.checkAgain()
  if (!report) throw new Refusal('checked_recently')
}
