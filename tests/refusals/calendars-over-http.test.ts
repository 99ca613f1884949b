import { beforeAll, describe, expect, test } from 'vitest'
import { bookSession } from '#domain/bookings/book-session.server.ts'
import { saveSchedule } from '#domain/schedule/save-schedule.server.ts'
import { feedRequestsPerHour } from '#kernel/limits.ts'
import { aroundTheClock, newBooking } from '#tests/bookings.ts'
import { openPeople } from '#tests/e2e/expert-people.ts'
import { giveMoney, rupees } from '#tests/money.ts'
import { nextQuarterHour } from '#tests/quarter-hours.ts'
import { createEverybody } from '#tests/refusals/everybody.ts'
import { useVisits } from '#tests/visits.ts'

// Reads an expert’s feed with and without its token, and tries the forms of both calendars as everyone else.
const visits = useVisits()
const { send, rows, count } = visits
const schedulePath = '/expert/schedule'
const strangers = [
  ['visitor', 401],
  ['student', 403],
  ['pending', 403],
  ['team', 403],
] as const
let cookies: Record<string, string>
let accountId: string
let bookingId: string

beforeAll(async () => {
  const people = await openPeople(visits.product.dataDir)
  const { student, expert, otherExpert, ...signIns } = await createEverybody(people)
  cookies = signIns.cookies
  accountId = expert.person.id
  for (const { person } of [expert, otherExpert]) {
    await saveSchedule(people.ctxAs({ ...person, approval: 'approved' }), aroundTheClock)
  }
  await giveMoney(people.ctxAs({ kind: 'system' }), student.person.id, rupees(1_000))
  const startsAt = nextQuarterHour(Date.now() + 72 * 3_600_000)
  bookingId = await bookSession(people.ctxAs(student.person), newBooking(expert.expertId, startsAt))
  await people.close()
})

const post = async (who: string, fields: Record<string, string>) =>
  (await send('POST', schedulePath, fields, cookies[who])).status

/** The path of the feed, from the page of its expert. */
async function readFeedPath(): Promise<string> {
  const page = await (await send('GET', schedulePath, undefined, cookies.expert)).text()
  return /\/calendars\/[\w-]{43}\.ics/.exec(page)?.[0] ?? ''
}

/** Without cookie and origin, as a calendar program asks. */
const fetchFeed = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(visits.product.origin + path, { method, headers, redirect: 'manual' })

describe('the feed of an expert', () => {
  test('is served without a sign-in, privately, and again only if it has changed', async () => {
    expect(await readFeedPath()).toBe('')
    expect(await post('expert', { act: 'start_feed' })).toBe(200)
    const path = await readFeedPath()
    const answer = await fetchFeed(path)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/calendar; charset=utf-8'])
    expect(answer.headers.get('cache-control')).toBe('private, no-cache')
    expect(answer.headers.get('x-robots-tag')).toBe('noindex')
    expect(answer.headers.getSetCookie()).toEqual([])
    const content = await answer.text()
    expect(content).toMatch(/^BEGIN:VCALENDAR\r\n/)
    expect(content).toContain(`UID:${bookingId}@`)
    expect(content).not.toContain('sky')
    const etag = answer.headers.get('etag') ?? ''
    expect((await fetchFeed(path, { 'If-None-Match': etag })).status).toBe(304)
    expect((await fetchFeed(path, { 'If-None-Match': '"other"' })).status).toBe(200)
    const head = await fetchFeed(path, {}, 'HEAD')
    expect([head.status, await head.text()]).toEqual([200, ''])
    // Some programs remove the extension.
    expect((await fetchFeed(path.replace('.ics', ''))).status).toBe(200)
  })

  test('is not found with any other token, nor at its old address once it is replaced or switched off', async () => {
    const path = await readFeedPath()
    const notFound = async (wrong: string) => {
      const answer = await fetchFeed(wrong)
      expect(answer.status).toBe(404)
      expect(answer.headers.get('cache-control')).toBe('no-store')
      expect(await answer.text()).not.toContain('VCALENDAR')
    }
    for (const token of ['x', 'A'.repeat(43), '%00', '..%2f', 'A'.repeat(5_000)]) await notFound(`/calendars/${token}`)
    expect(await post('expert', { act: 'renew_feed' })).toBe(200)
    await notFound(path)
    const renewed = await readFeedPath()
    expect((await fetchFeed(renewed)).status).toBe(200)
    expect(await post('expert', { act: 'stop_feed' })).toBe(200)
    await notFound(renewed)
    expect(await post('expert', { act: 'renew_feed' })).toBe(409)
    expect(await post('expert', { act: 'start_feed' })).toBe(200)
  })

  test('answers too many requests with 429', async () => {
    const path = await readFeedPath()
    await rows(`update hourly_counts set times = $2 where key = 'calendar feed ' || $1`, [
      accountId,
      feedRequestsPerHour,
    ])
    expect((await fetchFeed(path)).status).toBe(429)
    await rows(`delete from hourly_counts where key = 'calendar feed ' || $1`, [accountId])
    expect((await fetchFeed(path)).status).toBe(200)
  })

  test('cannot be written to', async () => {
    const path = await readFeedPath()
    for (const method of ['POST', 'PUT', 'DELETE']) expect((await send(method, path)).status).toBe(405)
  })
})

describe('the calendars of an expert', () => {
  const url = 'https://calendar.samjhao.example/private.ics'
  const acts = ['connect_calendar', 'read_calendar', 'disconnect_calendar', 'start_feed', 'renew_feed', 'stop_feed']
  const readStored = () =>
    rows(
      `select (select token_hash from calendar_feeds f where f.expert_id = $1) as feed,
        (select id from external_calendars c where c.expert_id = $1) as calendar`,
      [accountId],
    )

  test.each(strangers)('cannot be changed by: %s', async (who, status) => {
    expect(await post('expert', { act: 'connect_calendar', url })).toBe(200)
    const before = await readStored()
    for (const act of acts) expect(await post(who, { act, url })).toBe(status)
    expect(await readStored()).toEqual(before)
  })

  test('cannot be changed by another expert, who changes only their own', async () => {
    const before = await readStored()
    for (const act of acts) expect([200, 409]).toContain(await post('other expert', { act, url }))
    expect(await readStored()).toEqual(before)
  })

  test('are refused with an address that may not be opened, and the earlier one stays', async () => {
    const before = await readStored()
    for (const wrong of [
      '',
      'http://calendar.samjhao.example/a.ics',
      'https://127.0.0.1/a.ics',
      'https://[::ffff:127.0.0.1]/a.ics',
      'https://169.254.169.254/latest/meta-data',
      'https://calendar.samjhao.example:5432/a.ics',
      'https://asha:secret@calendar.samjhao.example/a.ics',
      'file:///etc/passwd',
    ]) {
      expect(await post('expert', { act: 'connect_calendar', url: wrong })).toBe(422)
    }
    expect(await readStored()).toEqual(before)
  })

  test('show only the host of the address, on the page and in the database', async () => {
    expect(await post('expert', { act: 'connect_calendar', url })).toBe(200)
    const page = await (await send('GET', schedulePath, undefined, cookies.expert)).text()
    expect(page).toContain('calendar.samjhao.example')
    expect(page).not.toContain('private.ics')
    expect(await count(`select from external_calendars where sealed_url like '%private.ics%'`)).toBe(0)
  })
})
