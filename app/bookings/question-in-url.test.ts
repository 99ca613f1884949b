import { expect, test } from 'vitest'
import { fitIntoUrl, questionInUrlMinLength } from '#app/bookings/question-in-url.ts'

test('an ordinary question fits whole, also over several lines', () => {
  const question = 'Why does ice float?\nमुझे समझाइए। 🙂'
  expect(fitIntoUrl(question)).toBe(question)
  expect(fitIntoUrl('a'.repeat(2_000))).toHaveLength(2_000)
})

test.each(['a', 'ñ', 'स', '🙂'])('of a very long question of "%s" the promised start fits', (character) => {
  const kept = fitIntoUrl(character.repeat(10_000))
  expect(kept.length).toBeGreaterThanOrEqual(questionInUrlMinLength)
  expect(kept).toBe(character.repeat([...kept].length))
  expect(encodeURIComponent(encodeURIComponent(kept)).length).toBeLessThan(5_000)
})
