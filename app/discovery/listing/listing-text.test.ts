import { expect, test } from 'vitest'
import { expertCount, listingWords } from '#app/discovery/listing/listing-text.ts'

test.each([
  [0, '0 experts'],
  [1, '1 expert'],
  [2, '2 experts'],
  [1_000, '1,000 experts'],
  [1_001, '1,000+ experts'],
])('%i reads as %s', (total, words) => {
  expect(expertCount(total)).toBe(words)
})

test('a category names the page', () => {
  expect(listingWords({ category: null }).title).toBe('Find Your Expert')
  expect(listingWords({ category: 'test-preparation' }).title).toBe('Test Preparation experts')
  expect(listingWords({ category: 'ai-ml' }).description).toMatch(/^Verified AI & ML experts/)
})
