import { expect, test } from 'vitest'
import { lastUpdatedText, termsVersion } from '#kernel/legal-texts.ts'

test('the legal pages show the date of the accepted version', () => {
  const lastUpdated = new Date(`${lastUpdatedText.replace('Last Updated: ', '')} UTC`)
  expect(lastUpdated.toISOString().slice(0, 10)).toBe(termsVersion)
})
