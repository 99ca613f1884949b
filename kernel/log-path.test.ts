import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { logPath } from '#kernel/log-path.ts'

const secretPaths = [...readFileSync('app/routes.ts', 'utf8').matchAll(/'([^']+)\/:token'/g)].map(([, path]) => path)

test.each(secretPaths)('the token of a link to /%s is not logged', (path) => {
  expect(logPath(`/${path}/secret`)).toBe(`/${path}/…`)
  expect(logPath(`/${path}/secret.data`)).toBe(`/${path}/…`)
})

test('only the paths of password links, email links and calendar feeds contain a token', () => {
  expect(secretPaths).toEqual(['reset-password', 'confirm-email', 'calendars'])
  expect(logPath('/user/security')).toBe('/user/security')
})
