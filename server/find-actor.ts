import type { Newcomer, Person } from '#domain/policy.ts'
import { findOpenSessionOf } from '#domain/sessions/queries.server.ts'
import { findSignIn, type RequestOrigin } from '#domain/sign-in/find-sign-in.server.ts'

type FoundActor = { actor: Person | Newcomer; renewed: boolean }

/**
 * Returns the actor of a token, or null when the token is not valid. An expert who has not accepted the terms is a
 * newcomer, but may continue an open session, because the student is in it and it is billed. Such a session can begin
 * on a node of an older version, which does not check the terms.
 */
export async function findActor(
  ctx: Parameters<typeof findSignIn>[0],
  { token, ...origin }: RequestOrigin & { token: string },
): Promise<FoundActor | null> {
  const signIn = await findSignIn(ctx, token, origin)
  if (!signIn) return null
  const { person, renewed, termsMissing } = signIn
  if (!termsMissing) return { actor: person, renewed }
  const { id, signInId } = person
  const onlySession = await findOpenSessionOf(ctx, id)
  const inSession = onlySession ? { ...person, onlySession } : undefined
  return { actor: { kind: 'newcomer', id, signInId, inSession }, renewed }
}
