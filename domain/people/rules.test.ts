import { expect, test } from 'vitest'
import type { PairEvidence } from '#domain/people/contract.ts'
import { listNewEvidence, maskPhone, phoneDigits, seenEvidence } from '#domain/people/rules.ts'

test('a masked phone number shows the last two digits', () => {
  expect(maskPhone('+91 98450 54321')).toBe('••• 21')
  expect(maskPhone('98450-54-3 2 1')).toBe('••• 21')
})

test.each([
  ['+91 98450 54321', '919845054321'],
  ['98450-543', '98450543'],
  ['(080) 1', '0801'],
  ['543', null],
  ['asha 98450', null],
  ['', null],
])('a search for "%s" looks for the number %s', (search, digits) => {
  expect(phoneDigits(search)).toBe(digits)
})

const evidence: PairEvidence = {
  paidSessions: 9,
  shortCalls: 9,
  shortCallsAtOnce: 5,
  refundedWhole: 2,
  sharedBrowsers: 1,
  sharedDevices: 0,
  sharedAddresses: 0,
  sharedBankAccounts: 0,
  deviceBankAccounts: 0,
  circlePeople: 0,
}

test('evidence is new when it is suspicious and exceeds the known evidence', () => {
  expect(listNewEvidence(evidence, null)).toEqual(['sharedBrowsers', 'shortCallsAtOnce'])
  expect(listNewEvidence(evidence, evidence)).toEqual([])
  expect(listNewEvidence({ ...evidence, sharedBrowsers: 2, refundedWhole: 3, paidSessions: 99 }, evidence)).toEqual([
    'sharedBrowsers',
    'refundedWhole',
  ])
})

test('after a look, the counts of short and refunded calls start at zero', () => {
  expect(listNewEvidence(evidence, seenEvidence(evidence))).toEqual(['shortCallsAtOnce'])
})

test('a circle is new when there was none before, or only larger ones', () => {
  const withCircle = (circlePeople: number) => ({ ...evidence, circlePeople })
  expect(listNewEvidence(withCircle(3), evidence)).toEqual(['circlePeople'])
  expect(listNewEvidence(withCircle(2), withCircle(3))).toEqual(['circlePeople'])
  expect(listNewEvidence(withCircle(3), withCircle(2))).toEqual([])
  expect(listNewEvidence(withCircle(0), withCircle(2))).toEqual([])
})

test('evidence that an earlier version did not store counts as none', () => {
  const { deviceBankAccounts: _, ...older } = evidence
  expect(listNewEvidence({ ...evidence, deviceBankAccounts: 1 }, older as PairEvidence)).toEqual(['deviceBankAccounts'])
  expect(listNewEvidence(older as PairEvidence, evidence)).toEqual([])
})
