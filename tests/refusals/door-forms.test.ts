import { expect, test } from 'vitest'
import { doorForms } from '#tests/refusals/door-forms.ts'
import { doorsOf, routes } from '#tests/refusals/doors.ts'

test('the fuzz knows the form of every action, and of no other file', () => {
  const files = [...new Set(routes.map(({ file }) => file))]
  const withAction = files.filter((file) => doorsOf(file).some(({ kind }) => kind === 'action'))
  expect(Object.keys(doorForms).toSorted()).toEqual(withAction.toSorted())
})
