import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { logPath } from '#kernel/log-path.ts'

const secretPaths = [...readFileSync('app/routes.ts', 'utf8').matchAll(/'([^']+)\/:token'/g)].map(([, path]) => path)

test.each(secretPaths)('the token of a link to /%s is not logged', (path) => {
  expect(logPath(`/${path}/secret`)).toBe(`/${path}/…`)
  expect(logPath(`/${path}/secret.data`)).toBe(`/${path}/…`)
})

test('the two kinds of links with a token are known, and other paths are logged', () => {
  expect(secretPaths).toEqual(['reset-password', 'confirm-email'])
  expect(logPath('/user/security')).toBe('/user/security')
})
