import { expect, test } from 'vitest'
import { maskEmail } from '#kernel/mask-email.ts'

test.each([
  ['asha@samjhao.example', 'a•••@samjhao.example'],
  ['a@b.example', 'a•••@b.example'],
  ['"x@y"@b.example', '"•••@b.example'],
  ['😀x@a.example', '😀•••@a.example'],
  ['without-at-sign', '•••'],
])('%s is shown as %s', (email, shown) => {
  expect(maskEmail(email)).toBe(shown)
})
