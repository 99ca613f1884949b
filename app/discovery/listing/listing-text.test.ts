import { expect, test } from 'vitest'
import { expertCount, listingMeta } from '#app/discovery/listing/listing-text.ts'

test.each([
  [0, '0 experts'],
  [1, '1 expert'],
  [2, '2 experts'],
  [1_000, '1,000 experts'],
  [1_001, '1,000+ experts'],
])('%i is written as "%s"', (total, text) => {
  expect(expertCount(total)).toBe(text)
})

test('the category appears in the page title and description', () => {
  expect(listingMeta({ category: null }).title).toBe('Find Your Expert')
  expect(listingMeta({ category: 'test-preparation' }).title).toBe('Test Preparation experts')
  expect(listingMeta({ category: 'ai-ml' }).description).toMatch(/^Verified AI & ML experts/)
})
