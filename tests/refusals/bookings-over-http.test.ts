import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { bookSession } from '#domain/bookings/book-session.server.ts'
import { saveSchedule } from '#domain/schedule/save-schedule.server.ts'
import type { SessionId } from '#kernel/ids.ts'
import { aroundTheClock, newBooking } from '#tests/bookings.ts'
import { openPeople } from '#tests/e2e/expert-people.ts'
import { giveMoney, rupees } from '#tests/money.ts'
import { nextQuarterHour } from '#tests/quarter-hours.ts'
import { createEverybody } from '#tests/refusals/everybody.ts'
import { useVisits } from '#tests/visits.ts'

// Tries all actions of a booking as everyone except its two people.
const visits = useVisits()
const { send, sendJson, count } = visits
const question = 'May anyone else read this question?'
const strangers = ['visitor', 'other student', 'other expert', 'pending', 'team']
let cookies: Record<string, string>
let expertId: string
let id: SessionId

const inDays = (days: number) => nextQuarterHour(Date.now() + days * 86_400_000)

beforeAll(async () => {
  const people = await openPeople(visits.product.dataDir)
  const { student, expert, ...signIns } = await createEverybody(people)
  cookies = signIns.cookies
  expertId = expert.expertId
  const { ctxAs } = people
  await giveMoney(ctxAs({ kind: 'system' }), student.person.id, rupees(1_000))
  await saveSchedule(ctxAs({ ...expert.person, approval: 'approved' }), aroundTheClock)
  id = await bookSession(ctxAs(student.person), newBooking(expertId, inDays(3), { question }))
  await people.close()
})

const open = (who: string, path: string) => send('GET', path, undefined, cookies[who])
const readRedirect = async (who: string, path: string) => (await open(who, path)).headers.get('location')
const countUnchanged = () => count(`select 1 from bookings where id = '${id}' and state = 'booked' and moves = 0`)

describe('the booking page', () => {
  const path = () => `/expert/details/${expertId}/book`
  const newForm = (changes: Record<string, string> = {}) => ({
    id: randomUUID(),
    minutes: '30',
    zone: 'Asia/Kolkata',
    callType: 'video',
    rate: '1000',
    question: 'Why?',
    startsAt: inDays(5).toISOString(),
    ...changes,
  })
  const countBooked = () =>
    count(
      `select 1 from bookings join experts e on e.user_id = expert_id where e.id = '${expertId}' and bookings.id <> '${id}'`,
    )

  test('is public, accepts any query string, and is not cached', async () => {
    for (const search of ['', '?minutes=7&zone=Mars&from=yesterday&day=%00&start=never', '?from=9999-99-99']) {
      const answer = await open('visitor', path() + search)
      expect(answer.status).toBe(200)
      expect(answer.headers.get('cache-control')).toBe('no-store')
      expect(await answer.text()).toContain('30 minutes')
    }
    for (const name of [randomUUID(), 'no-id']) {
      expect((await open('visitor', `/expert/details/${name}/book`)).status).toBe(404)
    }
  })

  test('asks a visitor to sign in and remembers the choice', async () => {
    const continues = randomUUID()
    const answer = await send('POST', `${path()}?minutes=45&zone=Europe%2FBerlin`, { ...newForm(), continues })
    expect(answer.status).toBe(302)
    const back = new URLSearchParams(answer.headers.get('location')?.split('?')[1]).get('redirect')
    const [returnPath, search] = back?.split('?') ?? []
    expect(returnPath).toBe(path())
    const { startsAt, question } = newForm()
    const choice = {
      callType: 'video',
      minutes: '45',
      zone: 'Europe/Berlin',
      start: startsAt,
      continues,
      draft: question,
    }
    expect(Object.fromEntries(new URLSearchParams(search))).toEqual(choice)
    expect(await countBooked()).toBe(0)
  })

  test.each(['expert', 'other expert', 'pending', 'team'])('refuses to book for: %s', async (who) => {
    expect((await send('POST', path(), newForm(), cookies[who])).status).toBe(403)
    expect(await countBooked()).toBe(0)
  })

  test('refuses an invalid time, length or zone, an empty question, and too little money', async () => {
    const attempt = async (changes: Record<string, string>, who = 'student') =>
      (await send('POST', path(), newForm(changes), cookies[who])).status
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
    expect(await countBooked()).toBe(0)
  })

  test('books once for a student, even when the form is sent repeatedly', async () => {
    const sent = newForm()
    for (const _ of [1, 2]) {
      const answer = await send('POST', path(), sent, cookies.student)
      expect([answer.status, answer.headers.get('location')]).toEqual([302, `/user/bookings/${sent.id}`])
    }
    expect(await countBooked()).toBe(1)
  })
})

describe('the booking pages', () => {
  test('redirect a visitor to the login page and keep the target', async () => {
    for (const path of ['/user/bookings', `/user/bookings/${id}`, `/expert/bookings/${id}`]) {
      expect(await readRedirect('visitor', path)).toBe(`/login?redirect=${path}`)
    }
  })

  test('redirect each role to its own pages', async () => {
    expect(await readRedirect('expert', '/user/bookings')).toBe('/expert/schedule')
    expect(await readRedirect('expert', `/user/bookings/${id}`)).toBe(`/expert/bookings/${id}`)
    expect(await readRedirect('student', `/expert/bookings/${id}`)).toBe(`/user/bookings/${id}`)
    for (const path of ['/user/bookings', `/expert/bookings/${id}`]) {
      expect(await readRedirect('team', path)).toBe('/team')
    }
  })

  test.each([
    ['student', '/user'],
    ['expert', '/expert'],
  ])('show the booking to its %s and are not cached', async (who, own) => {
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
  ])('are not found for the %s', async (who, own) => {
    for (const name of [id, randomUUID(), 'no-id', '%27%3B--']) {
      const answer = await open(who, `${own}/bookings/${name}?do=cancel`)
      expect(answer.status).toBe(404)
      expect(await answer.text()).not.toContain(question)
    }
  })

  test('list no other person’s bookings with any query', async () => {
    for (const search of ['', `?before=${id}`, '?before=no-id']) {
      const answer = await open('other student', `/user/bookings${search}`)
      expect(answer.status).toBe(200)
      expect(await answer.text()).not.toContain(`/user/bookings/${id}`)
    }
    expect(await (await open('student', '/user/bookings')).text()).toContain(`/user/bookings/${id}`)
  })

  test('are locked for an expert pending approval', async () => {
    const answer = await open('pending', `/expert/bookings/${id}`)
    const text = await answer.text()
    expect([answer.status, text.includes('Account Pending Approval')]).toEqual([200, true])
    expect(text).not.toContain(question)
  })
})

describe('the calendar file', () => {
  const fetchFile = (who: string, name: string = id) => open(who, `/bookings/${name}/calendar.ics`)

  test.each(strangers)('is not found for: %s', async (who) => {
    const answer = await fetchFile(who)
    expect(answer.status).toBe(who === 'visitor' ? 401 : 404)
    expect(await answer.text()).not.toContain('VCALENDAR')
  })

  test.each(['student', 'expert'])('is served to the %s', async (who) => {
    const answer = await fetchFile(who)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/calendar; charset=utf-8'])
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment/)
    expect(await answer.text()).toContain('METHOD:PUBLISH')
    expect((await fetchFile(who, 'no-id')).status).toBe(404)
  })
})

describe('joining and continuing', () => {
  const sendStep = async (who: string, act: unknown, name: string = id) => {
    const answer = await sendJson(`/bookings/${name}/step`, { act }, cookies[who])
    expect(Object.keys((await answer.json()) as object)).toContain('refusal')
    return answer.status
  }

  test.each(strangers)('is closed to: %s', async (who) => {
    const statuses = who === 'visitor' ? [401, 401] : who === 'pending' ? [403, 404] : [404, 404]
    expect([await sendStep(who, 'join'), await sendStep(who, 'go_on')]).toEqual(statuses)
    expect(await count(`select 1 from booking_joins where booking_id = '${id}'`)).toBe(0)
  })

  test('is refused at the wrong time and with invalid input', async () => {
    for (const who of ['student', 'expert']) {
      expect(await sendStep(who, 'join')).toBe(409)
      expect(await sendStep(who, 'go_on')).toBe(409)
      expect(await sendStep(who, 'applaud')).toBe(400)
      expect(await sendStep(who, { act: 'join' })).toBe(400)
      expect(await sendStep(who, 'join', 'no-id')).toBe(400)
    }
    expect(await count(`select 1 from booking_joins where booking_id = '${id}'`)).toBe(0)
  })
})

describe('moving and cancelling', () => {
  const cancel = { act: 'cancel', shownFeePaise: '0' }
  const newMove = () => ({ act: 'move', startsAt: inDays(4).toISOString() })

  test.each(strangers)('is closed to: %s', async (who) => {
    const own = who === 'team' ? 'nowhere' : who === 'other student' ? '/user' : '/expert'
    for (const side of ['/user', '/expert']) {
      for (const form of [cancel, newMove()]) {
        const answer = await send('POST', `${side}/bookings/${id}`, form, cookies[who])
        // A wrong role is redirected to its own page, and nothing changes.
        expect(answer.status).toBe(who === 'visitor' ? 401 : side === own ? 404 : 302)
      }
    }
    expect(await countUnchanged()).toBe(1)
  })

  test('needs the shown fee, a valid time and a known action', async () => {
    const attempt = async (form: Record<string, string>, name: string = id) =>
      (await send('POST', `/user/bookings/${name}`, form, cookies.student)).status
    expect(await attempt({ act: 'cancel' })).toBe(400)
    expect(await attempt({ act: 'cancel', shownFeePaise: '-1' })).toBe(400)
    expect(await attempt({ act: 'move', startsAt: 'later' })).toBe(400)
    expect(await attempt({ act: 'move', startsAt: inDays(100).toISOString() })).toBe(409)
    expect(await attempt({ act: 'applaud' })).toBe(400)
    expect(await attempt(cancel, 'no-id')).toBe(400)
    expect(await countUnchanged()).toBe(1)
  })

  test('is open to both sides, and a cancellation is final', async () => {
    const moved = await send('POST', `/expert/bookings/${id}`, newMove(), cookies.expert)
    expect([moved.status, moved.headers.get('location')]).toEqual([302, `/expert/bookings/${id}`])
    const done = await send('POST', `/user/bookings/${id}`, cancel, cookies.student)
    expect([done.status, done.headers.get('location')]).toEqual([302, `/user/bookings/${id}`])
    expect((await send('POST', `/expert/bookings/${id}`, cancel, cookies.expert)).status).toBe(409)
    expect((await open('student', `/bookings/${id}/calendar.ics`)).status).toBe(409)
  })
})
