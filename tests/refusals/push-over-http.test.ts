import { beforeAll, describe, expect, test } from 'vitest'
import { refusals } from '#kernel/refusals.ts'
import { openPeople } from '#tests/e2e/expert-people.ts'
import { newBrowserKeys } from '#tests/push-service.ts'
import { createEverybody } from '#tests/refusals/everybody.ts'
import { useVisits } from '#tests/visits.ts'

// Tries push subscriptions and receipts as every role and with invalid input.
const visits = useVisits()
const { send, count } = visits
let cookies: Record<string, string>
let student: Awaited<ReturnType<typeof createEverybody>>['student']
let accountIds: string[]

beforeAll(async () => {
  const people = await openPeople(visits.product.dataDir)
  ;({ cookies, student, accountIds } = await createEverybody(people))
  await people.close()
})

const path = '/push-subscription'
const { p256dh, auth } = newBrowserKeys()
let browserCount = 0
const newBrowser = () => {
  browserCount += 1
  return { endpoint: `https://updates.push.services.mozilla.com/wpush/${browserCount}`, keys: { p256dh, auth } }
}
const sendBody = (method: string, body: object, who: string, origin?: string) =>
  send(method, path, Buffer.from(JSON.stringify(body)), cookies[who], origin)
const countSubscriptions = () => count('select 1 from push_subscriptions where profile_id = any ($1)', [accountIds])

describe('a subscription', () => {
  test('is refused for a visitor', async () => {
    expect((await send('GET', path)).status).toBe(401)
    for (const method of ['PUT', 'DELETE', 'POST'])
      expect((await sendBody(method, newBrowser(), 'visitor')).status).toBe(401)
    expect(await countSubscriptions()).toBe(0)
  })

  test.each(['student', 'expert', 'pending', 'team'])('is open to a %s, for their own browser', async (who) => {
    const answer = await send('GET', path, undefined, cookies[who])
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(await answer.json()).toEqual({ publicKey: expect.stringMatching(/^[\w-]{87}$/) })
    const browser = newBrowser()
    const before = await countSubscriptions()
    expect((await sendBody('PUT', browser, who)).status).toBe(200)
    expect(await countSubscriptions()).toBe(before + 1)
    // Another account can neither detect nor delete this subscription.
    expect((await sendBody('DELETE', browser, 'other student')).status).toBe(200)
    expect(await countSubscriptions()).toBe(before + 1)
    expect((await sendBody('DELETE', browser, who)).status).toBe(200)
    expect(await countSubscriptions()).toBe(before)
  })

  test('accepts public endpoints only', async () => {
    for (const endpoint of [
      'http://push.example.org/x',
      'https://127.0.0.1/x',
      'http://localhost:5432/x',
      'https://localhost./x',
      'https://169.254.169.254/latest/meta-data',
      'https://[::1]/x',
      'https://updates.push.services.mozilla.com:22/x',
      'https://push.example.org/x',
    ]) {
      const answer = await sendBody('PUT', { ...newBrowser(), endpoint }, 'student')
      expect([answer.status, await answer.json()]).toEqual([
        422,
        { refusal: { code: 'push_impossible', text: refusals.push_impossible.text } },
      ])
    }
    expect(await countSubscriptions()).toBe(0)
  })

  test('accepts only valid subscriptions from our own origin', async () => {
    for (const body of [{}, { endpoint: 5 }, { endpoint: 'https://push.example.org/x', keys: {} }])
      expect((await sendBody('PUT', body, 'student')).status).toBe(400)
    expect((await send('PUT', path, { a: 'form' }, cookies.student)).status).toBe(400)
    expect((await sendBody('PUT', newBrowser(), 'student', 'https://elsewhere.example')).status).toBe(403)
    expect(await countSubscriptions()).toBe(0)
  })
})

test('a receipt needs no sign-in but our own origin, and does not reveal whether it matched', async () => {
  const answers = []
  for (const body of [{}, { token: 'x'.repeat(43) }, { token: ['x'] }]) {
    const answer = await send('POST', '/push-receipt', Buffer.from(JSON.stringify(body)))
    answers.push([answer.status, await answer.text()])
  }
  expect(new Set(answers.map(String)).size).toBe(1)
  expect(answers[0]?.[0]).toBe(200)
  expect((await send('POST', '/push-receipt', {}, '', 'https://elsewhere.example')).status).toBe(403)
  expect((await send('GET', '/push-receipt')).status).toBe(405)
})

test('the service worker is revalidated each time, and the offline page holds no personal data', async () => {
  const worker = await send('GET', '/service-worker.js')
  expect(worker.headers.get('cache-control')).toBe('no-cache')
  expect(worker.headers.get('content-type')).toContain('javascript')
  expect(await worker.text()).not.toMatch(/\bimport\b/)
  const offline = await send('GET', '/offline', undefined, cookies.student)
  expect(offline.headers.get('cache-control')).toBe('no-store')
  const page = await offline.text()
  expect(page).not.toContain(student.email)
  expect(page).not.toContain(student.person.id)
  expect((await send('GET', '/offline')).headers.get('content-security-policy')).toMatch(/script-src 'self' 'sha256-/)
})
