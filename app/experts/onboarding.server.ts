import { hasAcceptedTerms } from '#domain/accounts/queries.server.ts'
import type { Context } from '#domain/context.server.ts'
import type { OwnExpert } from '#domain/experts/contract.ts'
import { findTestCall, listOwnChecks } from '#domain/experts/queries.server.ts'
import { isOnboarded, onboardingState, type OnboardingState } from '#domain/experts/states.ts'
import { hasOwnHours } from '#domain/schedule/queries.server.ts'
import { findRememberedAccount } from '#domain/withdrawals/queries.server.ts'

/** The state of each step of a new expert, from what is stored. Null when all of them are done. */
export async function findOnboarding(context: Context, expert: OwnExpert): Promise<OnboardingState | null> {
  const [termsAccepted, checks, testedAt, hasHours, account] = await Promise.all([
    hasAcceptedTerms(context),
    listOwnChecks(context),
    findTestCall(context),
    hasOwnHours(context),
    findRememberedAccount(context),
  ])
  const state = onboardingState({
    approval: expert.approval,
    hasAcceptedTerms: termsAccepted,
    hasPhoto: expert.photoUrl !== null,
    isProfileComplete: expert.isComplete,
    hasTestedCall: testedAt !== null || expert.sessions > 0,
    isIdentityVerified: checks.includes('identity'),
    hasHours,
    hasBankAccount: account !== null,
  })
  return isOnboarded(state) ? null : state
}
