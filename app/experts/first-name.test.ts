import { expect, test } from 'vitest'
import { firstName } from '#app/experts/first-name.ts'

test.each([
  ['Ravi Nair', 'Ravi'],
  ['Dr. Kavita Rao', 'Kavita'],
  ['prof A. Sen', 'A.'],
  ['  Lakshmi ', 'Lakshmi'],
  ['कविता राव', 'कविता'],
  ['Dr.', 'Dr.'],
])('the first name of "%s" is "%s"', (name, expected) => {
  expect(firstName(name)).toBe(expected)
})
