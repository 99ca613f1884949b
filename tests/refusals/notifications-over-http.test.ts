import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { cast } from '#seeds/cast.ts'
import { useVisits } from '#tests/visits.ts'

// What somebody was told is theirs alone, whoever asks.
const { send, logIn, rows, count } = useVisits()
const cookies: Record<string, string> = { visitor: '' }
const as = (who: string) => cookies[who] ?? ''
let ashas = ''

beforeAll(async () => {
  for (const [name, person] of Object.entries({ student: cast.asha, expert: cast.ravi, team: cast.meera })) {
    cookies[name] = await logIn(person)
  }
  const [unread] = await rows<{ id: string }>(
    `select n.id from notifications n join profiles p on p.id = account_id
     where email = '${cast.asha.email}' and read_at is null order by n.created_at desc limit 1`,
  )
  ashas = unread?.id ?? ''
})

const unreadOfAsha = () => count(`select 1 from notifications where id = '${ashas}' and read_at is null`)

describe('a visitor', () => {
  test.each(['/notifications', '/notifications/preferences', `/notifications/${randomUUID()}`])(
    'who opens %s logs in first and is led there',
    async (path) => {
      const answer = await send('GET', path)
      expect(answer.headers.get('location')).toBe(`/login?redirect=${path}`)
    },
  )

  test.each([
    ['/notifications', { act: 'read_all' }],
    ['/notifications/preferences', { zone: 'Asia/Kolkata' }],
  ])('cannot send anything to %s', async (path, form) => {
    expect((await send('POST', path, form)).status).toBe(401)
  })
})

test.each(['expert', 'team'])('what a student was told is nothing to an %s', async (who) => {
  expect((await send('GET', `/notifications/${ashas}`, undefined, as(who))).status).toBe(404)
  await send('POST', '/notifications', { act: 'read', id: ashas }, as(who))
  await send('POST', '/notifications', { act: 'read_all' }, as(who))
  expect(await unreadOfAsha()).toBe(1)
  const page = await (await send('GET', `/notifications?before=${ashas}`, undefined, as(who))).text()
  expect(page).toContain('Nothing older')
})

test.each([
  ['/notifications', { act: 'sell' }],
  ['/notifications', { act: 'read', id: '1 or 1=1' }],
])('%s refuses %o', async (path, form) => {
  expect((await send('POST', path, form as Record<string, string>, as('student'))).status).toBe(400)
  expect(await unreadOfAsha()).toBe(1)
})

test.each([
  { zone: 'Mars/Olympus' },
  { zone: 'Asia/Kolkata', quiet: 'on', from: '10:00', to: '10:00' },
  { zone: 'Asia/Kolkata', quiet: 'on', from: 'late', to: '07:00' },
])('preferences of %o are refused', async (form) => {
  const answer = await send(
    'POST',
    '/notifications/preferences',
    form as Record<string, string>,
    as('student'),
  )
  expect(answer.status).toBe(400)
  expect(await count('select 1 from notification_preferences')).toBe(0)
})

test('who opens what they were told is led to its place, and it counts as read', async () => {
  const answer = await send('GET', `/notifications/${ashas}`, undefined, as('student'))
  expect(answer.headers.get('location')).toMatch(/^\/user\//)
  expect(await unreadOfAsha()).toBe(0)
})

test('nobody switches off the mails of security, whatever they send', async () => {
  await send('POST', '/notifications/preferences', { zone: 'Asia/Kolkata' }, as('team'))
  const [kept] = await rows<{ choices: object }>('select choices from notification_preferences')
  expect(kept?.choices).toEqual({ security: { push: false } })
})
