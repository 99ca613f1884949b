import { expect, test } from 'vitest'
import { initials } from '#kernel/initials.ts'

test.each([
  ['Asha Verma', 'AV'],
  ['Ravi', 'R'],
  ['Dr. Kavita Rao', 'KR'],
  ['Arun Kumar Iyer', 'AI'],
  ['  meera   nair ', 'MN'],
  ['Ravi (Maths)', 'R'],
  ['कविता राव', 'करा'],
  ['', ''],
  ['  ', ''],
  ['🙂 99', ''],
])('the initials of %j are %j', (name, letters) => {
  expect(initials(name)).toBe(letters)
})
