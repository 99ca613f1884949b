import { expect, test } from 'vitest'
import { clockText } from '#kernel/time.ts'

test.each([
  [0, '00:00'],
  [59, '00:59'],
  [252, '04:12'],
  [6_000, '100:00'],
])('%i seconds read as %s', (seconds, text) => {
  expect(clockText(seconds)).toBe(text)
})
