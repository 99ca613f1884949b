import { expect, test } from 'vitest'
import { withReturnPath, returnPath } from '#app/base/return-path.ts'

test.each([
  ['redirect=/expert/details/7', '/expert/details/7'],
  ['redirect=/experts?search=a', '/experts?search=a'],
  ['from=wallet', '/user/wallet'],
  ['from=profile', null],
  ['', null],
  ['redirect=https://evil.example', null],
  ['redirect=//evil.example', null],
  ['redirect=/\\evil.example', null],
  ['redirect=/%09/evil.example', null],
  ['redirect=javascript:alert(1)', null],
])('"%s" leads to %s', (search, path) => {
  expect(returnPath(new URLSearchParams(search), 'student')).toBe(path)
})

test('an expert’s wallet is another one', () => {
  expect(returnPath(new URLSearchParams('from=wallet'), 'expert')).toBe('/expert/wallet')
})

test('the way from log in to registration keeps it', () => {
  expect(withReturnPath('/register', new URLSearchParams('from=wallet&x=1'))).toBe('/register?from=wallet')
  expect(withReturnPath('/register', new URLSearchParams(''))).toBe('/register')
})
