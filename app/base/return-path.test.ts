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

test('from=wallet leads an expert to the expert wallet', () => {
  expect(returnPath(new URLSearchParams('from=wallet'), 'expert')).toBe('/expert/wallet')
})

test('the link from login to registration keeps the return path', () => {
  expect(withReturnPath('/register', new URLSearchParams('from=wallet&x=1'))).toBe('/register?from=wallet')
  expect(withReturnPath('/register', new URLSearchParams(''))).toBe('/register')
})
