import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { addException } from '#domain/schedule/exceptions.server.ts'
import { saveSchedule } from '#domain/schedule/save-schedule.server.ts'
import { aroundTheClock } from '#tests/bookings.ts'
import { openPeople } from '#tests/e2e/expert-people.ts'
import { createEverybody } from '#tests/refusals/everybody.ts'
import { useVisits } from '#tests/visits.ts'

// Tries an expert’s hours and days off as everyone else, and with invalid input.
const visits = useVisits()
const { send, rows } = visits
const holiday = { id: randomUUID(), firstDay: '2032-03-01', lastDay: '2032-03-05', hours: null }
const path = '/expert/schedule'
let cookies: Record<string, string>
let accountId: string
let otherAccountId: string

beforeAll(async () => {
  const people = await openPeople(visits.product.dataDir)
  const { expert, otherExpert, ...signIns } = await createEverybody(people)
  cookies = signIns.cookies
  accountId = expert.person.id
  otherAccountId = otherExpert.person.id
  const ravi = people.ctxAs({ ...expert.person, approval: 'approved' })
  await saveSchedule(ravi, aroundTheClock)
  await addException(ravi, holiday)
  await people.close()
})

type Fields = Record<string, string>
const newHours = (changes: Fields = {}): Fields => ({
  act: 'save',
  zone: 'Europe/Berlin',
  bufferMinutes: '30',
  noticeMinutes: '180',
  'from-1': '600',
  'to-1': '720',
  ...changes,
})
const newDayOff = (changes: Fields = {}): Fields => ({
  act: 'add_exception',
  id: randomUUID(),
  kind: 'off',
  firstDay: '2032-04-01',
  ...changes,
})
const newRemoval = (): Fields => ({ act: 'remove_exception', id: holiday.id })

const open = (who: string, url = path) => send('GET', url, undefined, cookies[who])
const post = async (who: string, form: Fields) => (await send('POST', path, form, cookies[who])).status
/** Reads everything that an account has published. */
const readPublished = (id = accountId) =>
  rows(
    `select s.zone, s.buffer_minutes, s.notice_minutes,
      array(select (weekday, from_minute, to_minute)::text from weekly_hours w where w.expert_id = s.expert_id order by 1) as weekly,
      array(select id::text from schedule_exceptions e where e.expert_id = s.expert_id order by 1) as exceptions
    from schedules s where s.expert_id = $1`,
    [id],
  )

describe('the schedule of an expert', () => {
  test.each([
    ['visitor', `/login?redirect=${path}`],
    ['student', '/user/bookings'],
    ['team', '/team'],
  ])('redirects a %s elsewhere', async (who, elsewhere) => {
    const answer = await open(who)
    expect(answer.status).toBe(302)
    expect(answer.headers.get('location')).toBe(elsewhere)
  })

  test('is locked with a message for an expert pending approval', async () => {
    const page = await (await open('pending')).text()
    expect(page).toContain('Account Pending Approval')
    expect(page).not.toContain('Save hours')
  })

  test('is shown only to its expert and is not cached', async () => {
    const own = await open('expert')
    expect(own.headers.get('cache-control')).toBe('no-store')
    expect(await own.text()).toContain('Mar 1, 2032')
    const otherPage = await (await open('other expert')).text()
    expect(otherPage).toContain('Nothing can be booked yet')
    expect(otherPage).not.toContain('2032')
  })

  test.each(['yesterday', '2026-13-45', '0000-01-01', '0001-01-01', '9999-12-31', '%00', ''])(
    'opens with any day in the query: %s',
    async (day) => {
      expect((await open('expert', `${path}?day=${day}`)).status).toBe(200)
    },
  )

  test.each([
    ['visitor', 401],
    ['student', 403],
    ['pending', 403],
    ['team', 403],
  ])('cannot be changed by: %s', async (who, status) => {
    const before = await readPublished()
    for (const form of [newHours(), newDayOff(), newRemoval()]) expect(await post(who, form)).toBe(status)
    expect(await readPublished()).toEqual(before)
    expect(await rows(`select from schedule_exceptions where first_day = '2032-04-01'`)).toEqual([])
  })

  test('cannot be changed by another expert, who changes only their own', async () => {
    const before = await readPublished()
    expect(await post('other expert', newDayOff())).toBe(409)
    expect(await post('other expert', newHours())).toBe(200)
    expect(await post('other expert', newRemoval())).toBe(200)
    expect(await post('other expert', newDayOff({ id: holiday.id }))).toBe(200)
    expect(await readPublished()).toEqual(before)
    expect(await readPublished(otherAccountId)).toEqual([
      {
        zone: 'Europe/Berlin',
        buffer_minutes: 30,
        notice_minutes: 180,
        weekly: ['(1,600,720)'],
        exceptions: [],
      },
    ])
  })

  test('refuses invalid schedules and keeps the current one', async () => {
    const before = await readPublished()
    for (const form of [
      newHours({ zone: 'Mars/Olympus' }),
      newHours({ zone: '' }),
      newHours({ bufferMinutes: '-1' }),
      newHours({ bufferMinutes: '' }),
      newHours({ noticeMinutes: '5' }),
      newHours({ 'from-1': '720', 'to-1': '600' }),
      newHours({ 'from-1': '601' }),
      newHours({ 'from-1': 'nine' }),
      newHours({ 'to-1': '1455' }),
      newDayOff({ firstDay: '' }),
      newDayOff({ firstDay: 'tomorrow' }),
      newDayOff({ firstDay: '2032-04-05', lastDay: '2032-04-01' }),
      newDayOff({ firstDay: '2020-04-01' }),
      newDayOff({ id: 'x' }),
      newDayOff({ kind: 'hours' }),
      newDayOff({ kind: 'hours', from: '720', to: '600' }),
      { act: 'remove_exception', id: 'x' },
      { act: 'constructor' },
      {},
    ]) {
      const status = await post('expert', form)
      expect({ form, status, isRefused: [400, 422].includes(status) }).toMatchObject({ isRefused: true })
    }
    expect(await readPublished()).toEqual(before)
  })

  test('refuses a page that has not seen the current schedule, and accepts the one that has', async () => {
    const before = await readPublished()
    for (const version of ['none', '', 'x'.repeat(40)]) expect(await post('expert', newHours({ version }))).toBe(409)
    expect(await post('expert', newHours({ version: 'x'.repeat(41) }))).toBe(400)
    expect(await readPublished()).toEqual(before)
    const version = /name="version" value="([\w-]+)"/.exec(await (await open('expert')).text())?.[1] ?? ''
    expect(await post('expert', newHours({ version }))).toBe(200)
    expect(await post('expert', newHours({ version }))).toBe(409)
  })

  test('refuses forms from other sites', async () => {
    const before = await readPublished()
    const answer = await send('POST', path, newHours(), cookies.expert, 'https://elsewhere.example')
    expect(answer.status).toBe(403)
    expect(await readPublished()).toEqual(before)
  })
})
