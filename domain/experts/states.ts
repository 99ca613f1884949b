import type { Approval } from '#domain/policy.ts'

/** The steps of a new expert before the first call, in the order of the checklist. */
export const onboardingSteps = ['terms', 'photo', 'profile', 'devices', 'identity', 'hours', 'bank'] as const
export type OnboardingStep = (typeof onboardingSteps)[number]

/** 'open': the expert can do it now. 'waiting': the team has to act first. */
type StepState = 'done' | 'open' | 'waiting'
export type OnboardingState = Record<OnboardingStep, StepState>

/** The stored data that decides the state of each step. */
export type OnboardingFacts = {
  approval: Approval
  hasAcceptedTerms: boolean
  hasPhoto: boolean
  isProfileComplete: boolean
  hasTestedCall: boolean
  isIdentityVerified: boolean
  hasHours: boolean
  hasBankAccount: boolean
}

/** Hours and withdrawals are for approved experts. The identity is checked by the team. */
export function onboardingState(facts: OnboardingFacts): OnboardingState {
  const ownStep = (isDone: boolean) => (isDone ? 'done' : 'open')
  const approvedStep = (isDone: boolean) => (isDone ? 'done' : facts.approval === 'approved' ? 'open' : 'waiting')
  return {
    terms: ownStep(facts.hasAcceptedTerms),
    photo: ownStep(facts.hasPhoto),
    profile: ownStep(facts.isProfileComplete),
    devices: ownStep(facts.hasTestedCall),
    identity: facts.isIdentityVerified ? 'done' : 'waiting',
    hours: approvedStep(facts.hasHours),
    bank: approvedStep(facts.hasBankAccount),
  }
}

export function isOnboarded(state: OnboardingState): boolean {
  return onboardingSteps.every((step) => state[step] === 'done')
}
