import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { cast } from '#demo/cast.ts'
import type { RefusalCode } from '#kernel/refusals.ts'
import { expectRefused } from '#tests/refusals/expect-refused.ts'
import { useVisits } from '#tests/visits.ts'

// The JSON routes that sign up and log in inside the Request Session dialog.
const { sendJson, count } = useVisits()

async function expectNoSignIn(answer: Response, status: number, code: RefusalCode): Promise<void> {
  expect(answer.headers.getSetCookie()).toEqual([])
  await expectRefused(answer, status, code)
}

const cookieNames = (answer: Response) => answer.headers.getSetCookie().map((cookie) => cookie.split('=')[0])

test('a sign-up creates a student, sets the cookies and names the toast', async () => {
  const email = `visitor-${randomUUID()}@samjhao.example`
  const countAccounts = () => count('select 1 from profiles where email = $1', [email])
  const signUp = (fields: object) =>
    sendJson('/sign-up-here', { fullName: 'Nisha Kapoor', email, password: 'quite-a-secret', ...fields })
  await expectNoSignIn(await signUp({}), 422, 'terms_not_accepted')
  await expectNoSignIn(await signUp({ accepted: 'on', password: 'password1' }), 422, 'weak_password')
  await expectNoSignIn(await signUp({ accepted: 'on', email: 'nowhere' }), 400, 'invalid_input')
  expect(await countAccounts()).toBe(0)

  const answer = await signUp({ accepted: 'on', role: 'team' })
  expect([answer.status, await answer.json()]).toEqual([200, { role: 'student', flash: 'registered' }])
  expect(cookieNames(answer)).toEqual(['samjhao_sign_in', 'samjhao_browser'])
  await expectNoSignIn(await signUp({ accepted: 'on' }), 409, 'email_taken')
  expect(await countAccounts()).toBe(1)
})

test('a login refuses a wrong password, and signs in with the correct password', async () => {
  const wrong = await sendJson('/log-in-here', { ...cast.asha, password: 'not-the-one' })
  await expectNoSignIn(wrong, 401, 'invalid_credentials')
  const answer = await sendJson('/log-in-here', cast.asha)
  expect([answer.status, await answer.json()]).toMatchObject([200, { role: 'student' }])
  expect(cookieNames(answer)).toEqual(['samjhao_sign_in', 'samjhao_browser'])
})

test.each(['/sign-up-here', '/log-in-here'])('%s refuses a body that is not an object', async (path) => {
  const answer = await sendJson(path, [])
  expect([answer.status, answer.headers.getSetCookie()]).toEqual([expect.any(Number), []])
  expect(answer.status).toBeLessThan(500)
  expect(answer.status).toBeGreaterThanOrEqual(400)
})

test.each(['/sign-up-here', '/log-in-here'])('%s refuses values that cannot become texts', async (path) => {
  const odd = { toString: 1, valueOf: 1 }
  const answer = await sendJson(path, { fullName: odd, email: odd, password: odd, code: [odd], accepted: null })
  expect(answer.headers.getSetCookie()).toEqual([])
  expect([400, 401, 422]).toContain(answer.status)
})
