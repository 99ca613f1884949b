import type { Approval } from '#domain/policy.ts'
import { inDatabase } from '#tests/e2e/database.ts'
import { setSignInCookie } from '#tests/e2e/people.ts'
import type { Page } from '#tests/e2e/test.ts'
import { newExpert } from '#tests/experts.ts'

type ExpertSetup = { approval?: Approval; complete?: boolean }

/** Adds an expert for this test only, in the given state. */
export function addExpert(setup: ExpertSetup = {}) {
  return inDatabase(({ as }) => newExpert(as, setup))
}

/** Adds an expert and signs in here. Not for suspended experts, because a suspension ends the sign-in. */
export async function signInAsExpert(page: Page, setup: ExpertSetup = {}) {
  const expert = await addExpert(setup)
  await setSignInCookie(page, expert.token)
  return expert
}

/** The online switch in the card of the dashboard, below the one in the bar of all own pages. */
export function dashboardSwitch(page: Page) {
  return page.getByRole('main').getByRole('switch').last()
}
