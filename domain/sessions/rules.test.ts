import { expect, test } from 'vitest'
import { billedMinutes } from '#domain/sessions/rules.ts'

test.each([
  [0, 0],
  [29_999, 0],
  [30_000, 1],
  [60_000, 1],
  [60_001, 2],
  [252_000, 5],
  [3_600_000, 60],
])('%i ms together are billed as %i minutes', (sharedMs, minutes) => {
  expect(billedMinutes(sharedMs)).toBe(minutes)
})
