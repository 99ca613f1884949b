import { expect, test } from 'vitest'
import { isOnboarded, type OnboardingFacts, onboardingState } from '#domain/experts/states.ts'

const newcomer: OnboardingFacts = {
  approval: 'pending',
  hasAcceptedTerms: true,
  hasPhoto: false,
  isProfileComplete: false,
  hasTestedCall: false,
  isIdentityVerified: false,
  hasHours: false,
  hasBankAccount: false,
}

test('a new expert can add a photo and a profile and try a call, and waits for the team with the rest', () => {
  expect(onboardingState(newcomer)).toEqual({
    terms: 'done',
    photo: 'open',
    profile: 'open',
    devices: 'open',
    identity: 'waiting',
    hours: 'waiting',
    bank: 'waiting',
  })
})

test('the approval opens hours and bank account, and never the check of the identity', () => {
  expect(onboardingState({ ...newcomer, approval: 'approved' })).toMatchObject({
    identity: 'waiting',
    hours: 'open',
    bank: 'open',
  })
})

test('what is stored stays done, even while the account is suspended', () => {
  const facts = { ...newcomer, approval: 'suspended', hasHours: true } as const
  expect(onboardingState(facts)).toMatchObject({ hours: 'done', bank: 'waiting' })
})

test('a checklist is complete only when each step is done', () => {
  const complete: OnboardingFacts = {
    approval: 'approved',
    hasAcceptedTerms: true,
    hasPhoto: true,
    isProfileComplete: true,
    hasTestedCall: true,
    isIdentityVerified: true,
    hasHours: true,
    hasBankAccount: true,
  }
  expect(isOnboarded(onboardingState(complete))).toBe(true)
  const { approval: _, ...steps } = complete
  const isCompleteWithout = (step: string) => isOnboarded(onboardingState({ ...complete, [step]: false }))
  expect(Object.keys(steps).filter(isCompleteWithout)).toEqual([])
})
