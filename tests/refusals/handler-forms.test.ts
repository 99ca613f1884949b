import { expect, test } from 'vitest'
import { handlerForms } from '#tests/refusals/handler-forms.ts'
import { listHandlers, routes } from '#tests/refusals/handlers.ts'

test('the fuzz has a form for every action, and for no other file', () => {
  const files = [...new Set(routes.map(({ file }) => file))]
  const withAction = files.filter((file) => listHandlers(file).some(({ kind }) => kind === 'action'))
  expect(Object.keys(handlerForms).toSorted()).toEqual(withAction.toSorted())
})
