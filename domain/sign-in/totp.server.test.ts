import { expect, test } from 'vitest'
import { encodeBase32, codeAt, findMatchingStep } from '#domain/sign-in/totp.server.ts'

const secret = Buffer.from('12345678901234567890')

// The test vectors of RFC 6238, appendix B, cut to six digits.
test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('at second %i the code is %s', (seconds, code) => {
  expect(codeAt(secret, Math.floor(seconds / 30))).toBe(code)
  expect(findMatchingStep(secret, code, new Date(seconds * 1000), 0)).toBe(Math.floor(seconds / 30))
})

test('a code is valid for its step and the adjacent ones, and only once', () => {
  const code = codeAt(secret, 100)
  const at = (step: number) => new Date(step * 30_000)
  expect(findMatchingStep(secret, code, at(99), 0)).toBe(100)
  expect(findMatchingStep(secret, code, at(101), 0)).toBe(100)
  expect(findMatchingStep(secret, code, at(102), 0)).toBeNull()
  expect(findMatchingStep(secret, code, at(100), 100)).toBeNull()
  expect(findMatchingStep(secret, '', at(100), 0)).toBeNull()
  expect(findMatchingStep(secret, ` ${code.slice(0, 3)} ${code.slice(3)} `, at(100), 0)).toBe(100)
})

test('the secret is encoded as base32, as authenticators expect', () => {
  expect(encodeBase32(secret)).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ')
})
