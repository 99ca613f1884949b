import { expect, test } from 'vitest'
import { areValidChips, reviewerName } from '#domain/reviews/rules.ts'
import { categoryGroups } from '#kernel/catalogue.ts'
import { feedbackChips } from '#kernel/feedback-chips.ts'

test('every category has its own chips, without duplicates', () => {
  for (const { id } of categoryGroups) {
    const { strengths, improvements } = feedbackChips[id]
    expect(strengths.length).toBeGreaterThan(5)
    expect(improvements.length).toBeGreaterThan(5)
    expect(areValidChips(id, { strengths: [...strengths], improvements: [...improvements] })).toBe(true)
  }
})

test('only chips of the expert’s category can be picked', () => {
  const chosen = { strengths: ['Clear goals'], improvements: [] }
  expect(areValidChips('professional', chosen)).toBe(true)
  expect(areValidChips('academic', chosen)).toBe(false)
  expect(areValidChips(null, chosen)).toBe(false)
  expect(areValidChips(null, { strengths: [], improvements: [] })).toBe(true)
  expect(areValidChips('professional', { strengths: [], improvements: ['Clear goals'] })).toBe(false)
  expect(areValidChips('professional', { strengths: ['Clear goals', 'Clear goals'], improvements: [] })).toBe(false)
})

test.each([
  ['Asha Rao', 'Asha R.'],
  ['  Dr. Asha   Kumari  rao ', 'Asha R.'],
  ['Asha', 'Asha'],
  ['आशा क्षत्रिय', 'आशा क्ष.'],
  [null, 'Anonymous User'],
  ['', 'Anonymous User'],
])('the name %j is shown as %j', (name, shown) => {
  expect(reviewerName(name)).toBe(shown)
})
