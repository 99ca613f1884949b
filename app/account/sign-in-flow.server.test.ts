import { expect, test } from 'vitest'
import { completeSignIn } from '#app/account/sign-in-flow.server.ts'
import { Refusal } from '#kernel/refusals.ts'
import { readConfig } from '#server/config.server.ts'
import type { AccountId } from '#kernel/ids.ts'

const { product } = readConfig({})

function complete(signIn: Parameters<typeof completeSignIn>[0]) {
  const lines: object[] = []
  const write = (details: object, message: string) => void lines.push({ ...details, message })
  const log = { info: write, warn: write, error: write }
  const request = new Request('http://own/login', { method: 'POST' })
  const options = { product, request, log, requestId: 'r1', code: 'logged_in', otherwise: '/profile' } as const
  return completeSignIn(signIn, options).then(
    () => lines,
    (thrown: unknown) => {
      expect(thrown).toBeInstanceOf(Response)
      return lines
    },
  )
}

test('a sign-in is logged with its account and request, and without its tokens', async () => {
  const id = '0198c0de-0000-7000-8000-000000000001' as AccountId
  const lines = await complete(Promise.resolve({ token: 'secret', browser: 'secret', id, role: 'student' }))
  expect(lines).toEqual([{ requestId: 'r1', account: id, role: 'student', how: 'logged_in', message: 'signed in' }])
})

test('a refused sign-in is logged with its reason', async () => {
  const lines = await complete(Promise.reject(new Refusal('invalid_credentials')))
  expect(lines).toEqual([{ requestId: 'r1', code: 'invalid_credentials', message: 'sign-in refused' }])
})
