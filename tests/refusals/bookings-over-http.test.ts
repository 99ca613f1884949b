import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { bookSession } from '#domain/bookings/book-session.server.ts'
import { saveSchedule } from '#domain/schedule/save-schedule.server.ts'
import type { SessionId } from '#kernel/ids.ts'
import { aroundTheClock, newBooking } from '#tests/bookings.ts'
import { openPeople } from '#tests/e2e/expert-people.ts'
import { giveMoney, rupees } from '#tests/money.ts'
import { createEverybody } from '#tests/refusals/everybody.ts'
import { useVisits } from '#tests/visits.ts'

// A session that two people have planned, and everything that can be done about it, tried by everybody else.
const visits = useVisits()
const { send, sendJson, count } = visits
const question = 'Why is my plan nobody else’s business?'
const strangers = ['visitor', 'other student', 'other expert', 'pending', 'team']
let cookies: Record<string, string>
let expertId: string
let id: SessionId

const quarter = 15 * 60_000
const inDays = (days: number) => new Date(Math.ceil((Date.now() + days * 86_400_000) / quarter) * quarter)

beforeAll(async () => {
  const people = await openPeople(visits.product.dataDir)
  const { student, expert, ...brought } = await createEverybody(people)
  cookies = brought.cookies
  expertId = expert.expertId
  const { ctxAs } = people
  await giveMoney(ctxAs({ kind: 'system' }), student.person.id, rupees(1_000))
  await saveSchedule(ctxAs({ ...expert.person, approval: 'approved' }), aroundTheClock)
  id = await bookSession(ctxAs(student.person), newBooking(expertId, inDays(3), { question }))
  await people.close()
})

const open = (who: string, path: string) => send('GET', path, undefined, cookies[who])
const redirectOf = async (who: string, path: string) => (await open(who, path)).headers.get('location')
const isUnchanged = () =>
  count(`select 1 from bookings where id = '${id}' and state = 'booked' and moves = 0`)

describe('the page on which a time is booked', () => {
  const path = () => `/expert/details/${expertId}/book`
  const form = (changes: Record<string, string> = {}) => ({
    id: randomUUID(),
    minutes: '30',
    zone: 'Asia/Kolkata',
    callType: 'video',
    rate: '1000',
    question: 'Why?',
    startsAt: inDays(5).toISOString(),
    ...changes,
  })
  const booked = () =>
    count(
      `select 1 from bookings join experts e on e.user_id = expert_id where e.id = '${expertId}' and bookings.id <> '${id}'`,
    )

  test('is for everybody to look at, also with nonsense in its address, and nobody keeps a copy', async () => {
    for (const search of [
      '',
      '?minutes=7&zone=Mars&from=yesterday&day=%00&start=never',
      '?from=9999-99-99',
    ]) {
      const answer = await open('visitor', path() + search)
      expect(answer.status).toBe(200)
      expect(answer.headers.get('cache-control')).toBe('no-store')
      expect(await answer.text()).toContain('30 minutes')
    }
    for (const name of [randomUUID(), 'no-id']) {
      expect((await open('visitor', `/expert/details/${name}/book`)).status).toBe(404)
    }
  })

  test('asks a visitor to sign in, and remembers what was chosen', async () => {
    const answer = await send('POST', `${path()}?minutes=45&zone=Europe%2FBerlin`, form())
    expect(answer.status).toBe(302)
    const back = new URLSearchParams(answer.headers.get('location')?.split('?')[1]).get('redirect')
    expect(back).toContain(`${path()}?minutes=45&zone=Europe%2FBerlin`)
    expect(back).toContain(`start=${encodeURIComponent(form().startsAt)}`)
    expect(await booked()).toBe(0)
  })

  test.each(['expert', 'other expert', 'pending', 'team'])('books nothing for: %s', async (who) => {
    expect((await send('POST', path(), form(), cookies[who])).status).toBe(403)
    expect(await booked()).toBe(0)
  })

  test('refuses what is no time, no length, no zone, nothing asked, and what nobody can pay', async () => {
    const attempt = async (changes: Record<string, string>, who = 'student') =>
      (await send('POST', path(), form(changes), cookies[who])).status
    expect(await attempt({ startsAt: 'soon' })).toBe(400)
    expect(await attempt({ minutes: '20' })).toBe(400)
    expect(await attempt({ callType: 'pigeon' })).toBe(400)
    expect(await attempt({ rate: '' })).toBe(400)
    expect(await attempt({ rate: '1' })).toBe(409)
    expect(await attempt({ id: 'x' })).toBe(400)
    expect(await attempt({ file: '{', question: ' ' })).toBe(422)
    expect(await attempt({ file: '{"key":"questions/other/1","name":"a","type":"b"}' })).toBe(409)
    expect(await attempt({ zone: 'Mars/Base' })).toBe(422)
    expect(await attempt({ startsAt: inDays(100).toISOString() })).toBe(409)
    expect(await attempt({}, 'other student')).toBe(409)
    expect(await booked()).toBe(0)
  })

  test('books for a student, once, however often the form is sent', async () => {
    const sent = form()
    for (const _ of [1, 2]) {
      const answer = await send('POST', path(), sent, cookies.student)
      expect([answer.status, answer.headers.get('location')]).toEqual([302, `/user/bookings/${sent.id}`])
    }
    expect(await booked()).toBe(1)
  })
})

describe('the pages of bookings', () => {
  test('ask a visitor to sign in, and remember where to go', async () => {
    for (const path of ['/user/bookings', `/user/bookings/${id}`, `/expert/bookings/${id}`]) {
      expect(await redirectOf('visitor', path)).toBe(`/login?redirect=${path}`)
    }
  })

  test('send everybody to their own', async () => {
    expect(await redirectOf('expert', '/user/bookings')).toBe('/expert/schedule')
    expect(await redirectOf('expert', `/user/bookings/${id}`)).toBe(`/expert/bookings/${id}`)
    expect(await redirectOf('student', `/expert/bookings/${id}`)).toBe(`/user/bookings/${id}`)
    for (const path of ['/user/bookings', `/expert/bookings/${id}`]) {
      expect(await redirectOf('team', path)).toBe('/team')
    }
  })

  test.each([
    ['student', '/user'],
    ['expert', '/expert'],
  ])('show the booking to its %s, and nobody keeps a copy', async (who, own) => {
    for (const search of ['', '?do=cancel', '?do=move', '?do=nothing']) {
      const answer = await open(who, `${own}/bookings/${id}${search}`)
      expect(answer.status).toBe(200)
      expect(answer.headers.get('cache-control')).toBe('no-store')
      expect(await answer.text()).toContain(question)
    }
  })

  test.each([
    ['other student', '/user'],
    ['other expert', '/expert'],
  ])('do not exist for the %s', async (who, own) => {
    for (const name of [id, randomUUID(), 'no-id', '%27%3B--']) {
      const answer = await open(who, `${own}/bookings/${name}?do=cancel`)
      expect(answer.status).toBe(404)
      expect(await answer.text()).not.toContain(question)
    }
  })

  test('list nobody else’s, whatever the address says', async () => {
    for (const search of ['', `?before=${id}`, '?before=no-id']) {
      const answer = await open('other student', `/user/bookings${search}`)
      expect(answer.status).toBe(200)
      expect(await answer.text()).not.toContain(`/user/bookings/${id}`)
    }
    expect(await (await open('student', '/user/bookings')).text()).toContain(`/user/bookings/${id}`)
  })

  test('are locked for an expert who waits for approval', async () => {
    const answer = await open('pending', `/expert/bookings/${id}`)
    const text = await answer.text()
    expect([answer.status, text.includes('Account Pending Approval')]).toEqual([200, true])
    expect(text).not.toContain(question)
  })
})

describe('a file for the calendar', () => {
  const file = (who: string, name: string = id) => open(who, `/bookings/${name}/calendar.ics`)

  test.each(strangers)('is none for: %s', async (who) => {
    const answer = await file(who)
    expect(answer.status).toBe(who === 'visitor' ? 401 : 404)
    expect(await answer.text()).not.toContain('VCALENDAR')
  })

  test.each(['student', 'expert'])('is one for the %s', async (who) => {
    const answer = await file(who)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/calendar; charset=utf-8'])
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment/)
    expect(await answer.text()).toContain('METHOD:PUBLISH')
    expect((await file(who, 'no-id')).status).toBe(404)
  })
})

describe('coming and going on', () => {
  const step = async (who: string, act: unknown, name: string = id) => {
    const answer = await sendJson(`/bookings/${name}/step`, { act }, cookies[who])
    expect(Object.keys((await answer.json()) as object)).toContain('refusal')
    return answer.status
  }

  test.each(strangers)('is closed to: %s', async (who) => {
    const closed = who === 'visitor' ? [401, 401] : who === 'pending' ? [403, 404] : [404, 404]
    expect([await step(who, 'join'), await step(who, 'go_on')]).toEqual(closed)
    expect(await count(`select 1 from booking_joins where booking_id = '${id}'`)).toBe(0)
  })

  test('has its time, and takes nothing else for it', async () => {
    for (const who of ['student', 'expert']) {
      expect(await step(who, 'join')).toBe(409)
      expect(await step(who, 'go_on')).toBe(409)
      expect(await step(who, 'applaud')).toBe(400)
      expect(await step(who, { act: 'join' })).toBe(400)
      expect(await step(who, 'join', 'no-id')).toBe(400)
    }
    expect(await count(`select 1 from booking_joins where booking_id = '${id}'`)).toBe(0)
  })
})

describe('moving and cancelling', () => {
  const cancel = { act: 'cancel', shownFeePaise: '0' }
  const move = () => ({ act: 'move', startsAt: inDays(4).toISOString() })

  test.each(strangers)('is closed to: %s', async (who) => {
    const own = who === 'team' ? 'nowhere' : who === 'other student' ? '/user' : '/expert'
    for (const side of ['/user', '/expert']) {
      for (const form of [cancel, move()]) {
        const answer = await send('POST', `${side}/bookings/${id}`, form, cookies[who])
        // Where the page is not theirs, they are sent to the one that is, with nothing done.
        expect(answer.status).toBe(who === 'visitor' ? 401 : side === own ? 404 : 302)
      }
    }
    expect(await isUnchanged()).toBe(1)
  })

  test('needs a fee that was shown, a time that is one, and an act that exists', async () => {
    const attempt = async (form: Record<string, string>, name: string = id) =>
      (await send('POST', `/user/bookings/${name}`, form, cookies.student)).status
    expect(await attempt({ act: 'cancel' })).toBe(400)
    expect(await attempt({ act: 'cancel', shownFeePaise: '-1' })).toBe(400)
    expect(await attempt({ act: 'move', startsAt: 'later' })).toBe(400)
    expect(await attempt({ act: 'move', startsAt: inDays(100).toISOString() })).toBe(409)
    expect(await attempt({ act: 'applaud' })).toBe(400)
    expect(await attempt(cancel, 'no-id')).toBe(400)
    expect(await isUnchanged()).toBe(1)
  })

  test('is for either side, and what is cancelled stays so', async () => {
    const moved = await send('POST', `/expert/bookings/${id}`, move(), cookies.expert)
    expect([moved.status, moved.headers.get('location')]).toEqual([302, `/expert/bookings/${id}`])
    const done = await send('POST', `/user/bookings/${id}`, cancel, cookies.student)
    expect([done.status, done.headers.get('location')]).toEqual([302, `/user/bookings/${id}`])
    expect((await send('POST', `/expert/bookings/${id}`, cancel, cookies.expert)).status).toBe(409)
    expect((await open('student', `/bookings/${id}/calendar.ics`)).status).toBe(409)
  })
})
