import { beforeAll, expect, test } from 'vitest'
import type { Findings } from '#domain/team/contract.ts'
import { openPeople } from '#tests/e2e/expert-people.ts'
import { collectSignIns } from '#tests/refusals/everybody.ts'
import { useVisits } from '#tests/visits.ts'
import { expertWith, withdraw } from '#tests/withdrawals.ts'

// The search over everything, sent without its dialog.
const { product, send, sendJson } = useVisits()
let cookies: Record<string, string>
let expert: { id: string; email: string }
let withdrawalId = ''

beforeAll(async () => {
  const people = await openPeople(product.dataDir)
  ;({ cookies } = collectSignIns({
    student: await people.student(),
    expert: await people.expert(),
    support: await people.team('support'),
    finance: await people.team('finance'),
    administrator: await people.team(),
  }))
  const ravi = await expertWith(people.ctxAs, { minutes: 100 })
  expert = ravi
  withdrawalId = await withdraw(ravi)
  await people.close()
})

async function listKinds(role: string, text: string): Promise<string[]> {
  const answer = await sendJson('/team/find', { text }, cookies[role])
  expect(answer.status).toBe(200)
  return ((await answer.json()) as Findings).groups.map(({ kind }) => kind)
}

test.each([
  ['visitor', 401, 'not_signed_in'],
  ['student', 403, 'not_allowed'],
  ['expert', 403, 'not_allowed'],
])('the %s is refused', async (who, status, code) => {
  const answer = await sendJson('/team/find', { text: 'ravi' }, cookies[who])
  expect([answer.status, await answer.json()]).toMatchObject([status, { refusal: { code } }])
})

test.each([
  ['support', ['people', 'experts'], []],
  ['finance', ['withdrawals'], ['withdrawals', 'operations']],
  ['administrator', ['people', 'experts', 'withdrawals'], ['withdrawals', 'operations']],
])('%s gets only the kinds of the role', async (role, byEmail, byWithdrawal) => {
  expect(await listKinds(role, expert.email)).toEqual(byEmail)
  expect(await listKinds(role, withdrawalId)).toEqual(byWithdrawal)
})

test('an email address is never in a response', async () => {
  const answer = await sendJson('/team/find', { text: expert.email }, cookies.administrator)
  const text = await answer.text()
  expect(text).toContain(expert.id)
  expect(text).not.toContain(expert.email)
  expect(answer.headers.get('cache-control')).not.toContain('public')
})

test('a text of another type, and another method, find nothing', async () => {
  for (const text of [7, null, ['ravi'], { a: 'ravi' }]) {
    const answer = await sendJson('/team/find', { text }, cookies.administrator)
    expect([answer.status, await answer.json()]).toEqual([200, { groups: [] }])
  }
  const page = await send('GET', '/team/find?text=ravi', undefined, cookies.administrator)
  expect(page.status).toBe(400)
})
