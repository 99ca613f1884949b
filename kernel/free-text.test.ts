import { expect, test } from 'vitest'
import { singleLineText, freeText } from '#kernel/free-text.ts'

test('a line loses direction control characters and keeps the joiners of Indian scripts', () => {
  expect(singleLineText().parse(' Asha\u202E\u2066 Verma ')).toBe('Asha Verma')
  const joined = 'क्\u200Dष'
  expect(singleLineText().parse(joined)).toBe(joined)
})

test('a text is stored as it is, except for the null character', () => {
  expect(freeText(20).parse(' <b>\u202E ')).toBe('<b>\u202E')
  expect(freeText(20).safeParse('a\0b').success).toBe(false)
})
