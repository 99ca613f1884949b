import { expect, test } from 'vitest'
import { plural } from '#kernel/plural.ts'

test.each([
  [0, 'minutes'],
  [1, 'minute'],
  [2, 'minutes'],
  [1.5, 'minutes'],
])('%d takes %s', (count, word) => {
  expect(plural(count, 'minute')).toBe(word)
})

test('uses the given irregular plural', () => {
  expect([1, 2].map((count) => plural(count, 'entry', 'entries'))).toEqual(['entry', 'entries'])
})
