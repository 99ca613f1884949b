import type { Approval } from '#domain/policy.ts'
import { inDatabase } from '#tests/e2e/database.ts'
import { setSignInCookie } from '#tests/e2e/people.ts'
import type { Page } from '#tests/e2e/test.ts'
import { newExpert } from '#tests/experts.ts'

type Wanted = { approval?: Approval; complete?: boolean }

/** An expert of this test alone, in the given state. */
export function addExpert(wanted: Wanted = {}) {
  return inDatabase(({ as }) => newExpert(as, wanted))
}

/** And signed in here, for journeys that are about something else. A suspension would end the sign-in. */
export async function signInAsExpert(page: Page, wanted: Wanted = {}) {
  const expert = await addExpert(wanted)
  await setSignInCookie(page, expert.token)
  return expert
}
