import { cast } from '#demo/cast.ts'
import { findPerson, type ReplayContext } from '#demo/past/replay-context.ts'
import { endSignIn } from '#domain/accounts/end-sign-ins.server.ts'
import { startSignIn } from '#domain/accounts/start-sign-in.server.ts'
import type { Person } from '#domain/policy.ts'
import type { CallContext } from '#domain/sessions/transition-session.server.ts'
import { confirmOwnPassword } from '#domain/sign-in/confirm-password.server.ts'

/** Runs an action as Meera: signs in, confirms the password, acts and signs out. */
export type RunAsTeam = (act: (ctx: CallContext) => Promise<unknown>) => Promise<void>

export async function createTeamRunner({ system, as }: ReplayContext): Promise<RunAsTeam> {
  const meera = await findPerson(system, cast.meera.email)
  return async (act) => {
    await startSignIn(system, system.db, meera, { address: '127.0.0.1', userAgent: 'the past of the demo' })
    const { id } = await system.db
      .selectFrom('sign_ins')
      .select('id')
      .where('profile_id', '=', meera.id)
      .executeTakeFirstOrThrow()
    const person: Person = { ...meera, signInId: id }
    await confirmOwnPassword(as(person), cast.meera.password)
    await act(as(person))
    await endSignIn(as(person), id)
  }
}
