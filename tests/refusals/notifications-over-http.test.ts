import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { notify } from '#domain/notifications/notify.server.ts'
import { openPeople } from '#tests/e2e/expert-people.ts'
import { collectSignIns } from '#tests/refusals/everybody.ts'
import { useVisits } from '#tests/visits.ts'

// Notifications are visible only to their owner.
const { product, send, rows, count } = useVisits()
let cookies: Record<string, string>
let accountIds: string[]
const cookieFor = (who: string) => cookies[who] ?? ''
let teamId = ''
let notificationId = ''

beforeAll(async () => {
  const people = await openPeople(product.dataDir)
  const asha = await people.student()
  const team = await people.team()
  ;({ cookies, accountIds } = collectSignIns({ student: asha, expert: await people.expert(), team }))
  teamId = team.person.id
  const facts = { what: 'added', amountPaise: 100_00 } as const
  await notify(people.ctxAs({ kind: 'system' }), {
    to: asha.person.id,
    kind: 'money',
    facts,
    once: 'refusals',
  })
  await people.close()
  const [unread] = await rows<{ id: string }>(
    'select id from notifications where account_id = $1 and read_at is null',
    [asha.person.id],
  )
  notificationId = unread?.id ?? ''
})

const countUnread = () => count(`select 1 from notifications where id = '${notificationId}' and read_at is null`)

describe('a visitor', () => {
  test.each(['/notifications', '/notifications/preferences', `/notifications/${randomUUID()}`])(
    'who opens %s is redirected to the login page, which keeps the target',
    async (path) => {
      const answer = await send('GET', path)
      expect(answer.headers.get('location')).toBe(`/login?redirect=${path}`)
    },
  )

  test.each([
    ['/notifications', { act: 'read_all' }],
    ['/notifications/preferences', { zone: 'Asia/Kolkata' }],
  ])('cannot post to %s', async (path, form) => {
    expect((await send('POST', path, form)).status).toBe(401)
  })
})

test.each(['expert', 'team'])('a student’s notification is hidden from others: %s', async (who) => {
  expect((await send('GET', `/notifications/${notificationId}`, undefined, cookieFor(who))).status).toBe(404)
  await send('POST', '/notifications', { act: 'read', id: notificationId }, cookieFor(who))
  await send('POST', '/notifications', { act: 'read_all' }, cookieFor(who))
  expect(await countUnread()).toBe(1)
  const page = await (await send('GET', `/notifications?before=${notificationId}`, undefined, cookieFor(who))).text()
  expect(page).toContain('No older notifications')
})

test.each([
  ['/notifications', { act: 'sell' }],
  ['/notifications', { act: 'read', id: '1 or 1=1' }],
])('%s refuses %o', async (path, form) => {
  expect((await send('POST', path, form as Record<string, string>, cookieFor('student'))).status).toBe(400)
  expect(await countUnread()).toBe(1)
})

test.each([
  { zone: 'Mars/Olympus' },
  { zone: 'Asia/Kolkata', quiet: 'on', from: '10:00', to: '10:00' },
  { zone: 'Asia/Kolkata', quiet: 'on', from: 'late', to: '07:00' },
])('invalid preferences %o are refused', async (form) => {
  const answer = await send('POST', '/notifications/preferences', form as Record<string, string>, cookieFor('student'))
  expect(answer.status).toBe(400)
  expect(await count('select 1 from notification_preferences where account_id = any ($1)', [accountIds])).toBe(0)
})

test('opening a notification redirects to its target and marks it as read', async () => {
  const answer = await send('GET', `/notifications/${notificationId}`, undefined, cookieFor('student'))
  expect(answer.headers.get('location')).toMatch(/^\/user\//)
  expect(await countUnread()).toBe(0)
})

test('security mails cannot be turned off', async () => {
  await send('POST', '/notifications/preferences', { zone: 'Asia/Kolkata' }, cookieFor('team'))
  const [preferences] = await rows<{ choices: object }>(
    'select choices from notification_preferences where account_id = $1',
    [teamId],
  )
  expect(preferences?.choices).toEqual({ security: { push: false } })
})
