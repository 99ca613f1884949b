import { expect, test } from 'vitest'
import { maskPhone, phoneDigits } from '#domain/people/rules.ts'

test('a masked phone number shows the last two digits', () => {
  expect(maskPhone('+91 98450 54321')).toBe('••• 21')
  expect(maskPhone('98450-54-3 2 1')).toBe('••• 21')
})

test.each([
  ['+91 98450 54321', '919845054321'],
  ['98450-543', '98450543'],
  ['(080) 1', '0801'],
  ['543', null],
  ['asha 98450', null],
  ['', null],
])('a search for "%s" looks for the number %s', (search, digits) => {
  expect(phoneDigits(search)).toBe(digits)
})
