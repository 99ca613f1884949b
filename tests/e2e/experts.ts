import type { Approval } from '#domain/policy.ts'
import { inDatabase } from '#tests/e2e/database.ts'
import { setSignInCookie } from '#tests/e2e/people.ts'
import type { Page } from '#tests/e2e/test.ts'
import { newExpert } from '#tests/experts.ts'

type Wanted = { approval?: Approval; complete?: boolean }

/** Adds an expert for this test only, in the given state. */
export function addExpert(wanted: Wanted = {}) {
  return inDatabase(({ as }) => newExpert(as, wanted))
}

/** Adds an expert and signs in here. Not for suspended experts, because a suspension ends the sign-in. */
export async function signInAsExpert(page: Page, wanted: Wanted = {}) {
  const expert = await addExpert(wanted)
  await setSignInCookie(page, expert.token)
  return expert
}
