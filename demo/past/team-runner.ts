import { cast } from '#demo/cast.ts'
import { findPerson, type ReplayContext } from '#demo/past/replay-context.ts'
import { signOut } from '#domain/accounts/end-sign-ins.server.ts'
import { startSignIn } from '#domain/accounts/start-sign-in.server.ts'
import type { Person } from '#domain/policy.ts'
import type { CallContext } from '#domain/sessions/transition-session.server.ts'
import { confirmOwnPassword } from '#domain/sign-in/confirm-password.server.ts'

/** Runs an action as Meera, or as a colleague: signs in, confirms the password, acts and signs out. */
export type RunAsTeam = (act: (ctx: CallContext) => Promise<unknown>, member?: 'meera' | 'vikram') => Promise<void>

export async function createTeamRunner({ system, as }: ReplayContext): Promise<RunAsTeam> {
  const people = {
    meera: await findPerson(system, cast.meera.email),
    vikram: await findPerson(system, cast.vikram.email),
  }
  return async (act, name = 'meera') => {
    const member = people[name]
    await startSignIn(system, system.db, member, { address: '127.0.0.1', userAgent: 'the past of the demo' })
    const { id } = await system.db
      .selectFrom('sign_ins')
      .select('id')
      .where('profile_id', '=', member.id)
      .executeTakeFirstOrThrow()
    const person: Person = { ...member, signInId: id }
    await confirmOwnPassword(as(person), cast[name].password)
    await act(as(person))
    await signOut(as(person))
  }
}
