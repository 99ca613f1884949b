import { expect, test } from 'vitest'
import { countCommonPasswords, isCommonPassword, isEasyVariation } from '#domain/sign-in/common-passwords.ts'
import { passwordMinLength } from '#kernel/limits.ts'

test.each([
  'password',
  'PassWord',
  '123456',
  'qwerty123',
  'cricket123',
  'aaaaaaaaaa',
  'samjhao',
  'starwars',
  'Liverpool1',
  'blink182',
])('%s is too common', (text) => {
  expect(isCommonPassword(text)).toBe(true)
})

test('the words of this product and market are too common', () => {
  for (const text of ['samjhao', 'Samjhao123', 'student123', 'tutor123', 'teacher', 'bharat123', 'jaimatadi']) {
    expect(isCommonPassword(text)).toBe(true)
  }
})

test('the list has more leaked passwords than ASVS requires', () => {
  expect(countCommonPasswords(passwordMinLength)).toBeGreaterThan(3_000)
})

test.each(['asha-learns', 'three wrong clocks', 'मेरा राज़'])('%s is not too common', (text) => {
  expect(isCommonPassword(text)).toBe(false)
})

test.each([
  'password1234',
  'P@ssw0rd2026!',
  '2026!password!2026',
  'Samjhao@12345',
  'admin-admin-admin',
  'Welcome Mumbai 1',
  'administrator',
  'qwertyuiopasdf',
  'mlkjihgfedcba',
  '919876543210',
  '12/11/1998 2026',
  'abababababab',
])('%s is easy to guess, though long', (text) => {
  expect(isEasyVariation(text)).toBe(true)
})

test.each([
  'meera-decides',
  'quite-a-secret',
  'three wrong clocks',
  'password of the moon',
  'मेरा राज़ है यहाँ',
  'kx7!pq92mzt4',
])('%s is not easy to guess', (text) => {
  expect(isEasyVariation(text)).toBe(false)
})
