import { expect, test } from 'vitest'
import { isCommonPassword } from '#domain/sign-in/common-passwords.ts'

test.each(['password', 'PassWord', '123456', 'qwerty123', 'cricket123', 'aaaaaaaaaa', 'samjhao'])(
  '%s is too common',
  (text) => {
    expect(isCommonPassword(text)).toBe(true)
  },
)

test.each(['asha-learns', 'three wrong clocks', 'मेरा राज़'])('%s is not too common', (text) => {
  expect(isCommonPassword(text)).toBe(false)
})
