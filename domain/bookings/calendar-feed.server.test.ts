import ICAL from 'ical.js'
import { describe, expect, test } from 'vitest'
import {
  findOwnCalendarFeed,
  getCalendarFeed,
  renewCalendarFeed,
  resealCalendarFeeds,
  startCalendarFeed,
  stopCalendarFeed,
} from '#domain/bookings/calendar-feed.server.ts'
import { cancelBooking } from '#domain/bookings/cancel-booking.server.ts'
import { bookingsPart } from '#domain/bookings/privacy-part.server.ts'
import { rescheduleBooking } from '#domain/bookings/reschedule-booking.server.ts'
import type { Person } from '#domain/policy.ts'
import { feedPastDays, feedRequestsPerHour } from '#kernel/limits.ts'
import { minutesLater } from '#kernel/time.ts'
import { createSealer } from '#platform/sealing/aes-gcm.ts'
import type { Storage } from '#platform/storage/port.ts'
import { readConfig } from '#server/config.server.ts'
import { createBookingCast } from '#tests/bookings.ts'
import { useDatabase } from '#tests/database.ts'
import { newExpert } from '#tests/experts.ts'

const database = useDatabase()
const db = () => database.db()
const cast = createBookingCast(database.as)
const { ctxAs, system, clock } = cast
const { product } = readConfig({ PUBLIC_ORIGIN: 'https://samjhao.example' })
const refusal = (code: string) => expect.objectContaining({ code })
const visitor = () => ctxAs({ kind: 'visitor', address: '192.0.2.1' })

const fetchFeed = (token: string) => getCalendarFeed({ ...visitor(), product }, token)
const readUrl = async (person: Person) => (await findOwnCalendarFeed(ctxAs(person), product))?.url ?? ''
const tokenOf = (url: string) => /^https:\/\/samjhao\.example\/calendars\/([\w-]{43})\.ics$/.exec(url)?.[1] ?? ''

async function createSubscriber() {
  const { person, expertId } = await cast.bookable()
  await startCalendarFeed(ctxAs(person))
  return { person, expertId, token: tokenOf(await readUrl(person)) }
}

/** The entries as an independent parser reads them, earliest first. */
function readEntries(content: string) {
  const calendar = new ICAL.Component(ICAL.parse(content))
  return calendar
    .getAllSubcomponents('vevent')
    .map((event) => {
      const entry = new ICAL.Event(event)
      return {
        uid: entry.uid,
        sequence: entry.sequence,
        summary: entry.summary,
        status: event.getFirstPropertyValue('status'),
        startsAt: entry.startDate.toJSDate(),
        endsAt: entry.endDate.toJSDate(),
      }
    })
    .toSorted((a, b) => a.startsAt.getTime() - b.startsAt.getTime())
}

describe('the feed of an expert', () => {
  test('lists bookings that were made, moved and cancelled, with short names only', async () => {
    const { expertId, token } = await createSubscriber()
    const asha = await cast.student(2_000)
    await db().updateTable('profiles').set({ full_name: 'Asha Verma' }).where('id', '=', asha.id).execute()
    const [first, second, third] = [cast.inHours(30), cast.inHours(32), cast.inHours(34)]
    const booked = await cast.book(asha, expertId, first)
    const moved = await cast.book(asha, expertId, second)
    const cancelled = await cast.book(asha, expertId, third)
    await rescheduleBooking(ctxAs(asha), { id: moved, startsAt: minutesLater(second, 15) })
    await cancelBooking(ctxAs(asha), { id: cancelled, shownFeePaise: 0 })
    const { content } = await fetchFeed(token)
    const entry = { summary: 'Samjhao: session with Asha V.', status: 'CONFIRMED' }
    expect(readEntries(content)).toEqual([
      { ...entry, uid: `${booked}@samjhao.example`, sequence: 0, startsAt: first, endsAt: minutesLater(first, 30) },
      {
        ...entry,
        uid: `${moved}@samjhao.example`,
        sequence: 1,
        startsAt: minutesLater(second, 15),
        endsAt: minutesLater(second, 45),
      },
      {
        ...entry,
        uid: `${cancelled}@samjhao.example`,
        sequence: 1,
        status: 'CANCELLED',
        startsAt: third,
        endsAt: minutesLater(third, 30),
      },
    ])
    // Neither the student nor the question, even across folded lines.
    const unfolded = content.replaceAll('\r\n ', '')
    const { email } = await db()
      .selectFrom('profiles')
      .select('email')
      .where('id', '=', asha.id)
      .executeTakeFirstOrThrow()
    for (const secret of ['Verma', 'sky blue', email, asha.id, 'ATTENDEE']) expect(unfolded).not.toContain(secret)
    expect(unfolded).toContain(`URL:https://samjhao.example/expert/bookings/${booked}`)
  })

  test('has no bookings of other experts, and none from long ago', async () => {
    const { expertId, token } = await createSubscriber()
    const other = await createSubscriber()
    const startsAt = cast.inHours(30)
    await cast.book(await cast.student(1_000), expertId, startsAt)
    expect(readEntries((await fetchFeed(other.token)).content)).toEqual([])
    expect(readEntries((await fetchFeed(token)).content)).toHaveLength(1)
    cast.moveTo(startsAt, feedPastDays * 24 * 60)
    expect(readEntries((await fetchFeed(token)).content)).toEqual([])
  })

  test('has the same version until a booking changes', async () => {
    const { expertId, token } = await createSubscriber()
    const asha = await cast.student(1_000)
    const first = await fetchFeed(token)
    clock.advance(60_000)
    expect((await fetchFeed(token)).version).toBe(first.version)
    const id = await cast.book(asha, expertId, cast.inHours(30))
    const second = await fetchFeed(token)
    expect(second.version).not.toBe(first.version)
    await cancelBooking(ctxAs(asha), { id, shownFeePaise: 0 })
    expect((await fetchFeed(token)).version).not.toBe(second.version)
  })

  test('shows its expert when a program has read it', async () => {
    const { person, token } = await createSubscriber()
    expect(await findOwnCalendarFeed(ctxAs(person), product)).toMatchObject({ usedAt: null, createdAt: clock.now() })
    clock.advance(60_000)
    await fetchFeed(token)
    expect(await findOwnCalendarFeed(ctxAs(person), product)).toMatchObject({ usedAt: clock.now() })
  })
})

describe('the private address', () => {
  test('stops at once when it is replaced or switched off, and starting twice keeps it', async () => {
    const { person, token } = await createSubscriber()
    await startCalendarFeed(ctxAs(person))
    expect(tokenOf(await readUrl(person))).toBe(token)
    await renewCalendarFeed(ctxAs(person))
    const renewed = tokenOf(await readUrl(person))
    expect(renewed).not.toBe(token)
    await expect(fetchFeed(token)).rejects.toEqual(refusal('nothing_there'))
    await fetchFeed(renewed)
    await stopCalendarFeed(ctxAs(person))
    await expect(fetchFeed(renewed)).rejects.toEqual(refusal('nothing_there'))
    expect(await readUrl(person)).toBe('')
    await stopCalendarFeed(ctxAs(person))
    await expect(renewCalendarFeed(ctxAs(person))).rejects.toEqual(refusal('no_calendar_feed'))
  })

  test('is not in the database in clear, and survives a change of the data key', async () => {
    const { person, token } = await createSubscriber()
    const row = await db()
      .selectFrom('calendar_feeds')
      .selectAll()
      .where('expert_id', '=', person.id)
      .executeTakeFirst()
    expect(JSON.stringify(row)).not.toContain(token)
    expect(row?.token_hash.toString('hex')).not.toBe(Buffer.from(token, 'base64url').toString('hex'))
    const nextKey = { id: 'next', bytes: Buffer.alloc(32, 2) }
    const bothKeys = createSealer([nextKey, { id: 'test', bytes: Buffer.alloc(32, 1) }])
    await expect(resealCalendarFeeds(ctxAs(person))).rejects.toEqual(refusal('not_allowed'))
    expect(await resealCalendarFeeds({ ...system(), sealer: bothKeys })).toBeGreaterThan(0)
    expect(await resealCalendarFeeds({ ...system(), sealer: bothKeys })).toBe(0)
    const rotated = { ...ctxAs(person), sealer: createSealer([nextKey]) }
    expect(tokenOf((await findOwnCalendarFeed(rotated, product))?.url ?? '')).toBe(token)
    // Later tests open it with the first key.
    await db().deleteFrom('calendar_feeds').execute()
  })

  test('is found by nobody who does not know it', async () => {
    const { person, token } = await createSubscriber()
    const wrong = `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`
    for (const guess of ['', 'x', wrong, token.slice(1), `${token}A`, `${token.slice(0, -1)}%`, `' or true --`]) {
      await expect(fetchFeed(guess)).rejects.toEqual(refusal('nothing_there'))
    }
    const asha = await cast.student(0)
    const pending = { ...person, approval: 'pending' as const }
    for (const other of [asha, pending]) {
      for (const act of [startCalendarFeed, renewCalendarFeed, stopCalendarFeed]) {
        await expect(act(ctxAs(other))).rejects.toEqual(refusal('not_allowed'))
      }
      await expect(findOwnCalendarFeed(ctxAs(other), product)).rejects.toEqual(refusal('not_allowed'))
    }
    const { person: stranger } = await cast.bookable()
    await stopCalendarFeed(ctxAs(stranger))
    await fetchFeed(token)
  })

  test('works only while its expert is approved', async () => {
    const { person, token } = await createSubscriber()
    const setApproval = (approval: 'approved' | 'suspended') =>
      db().updateTable('experts').set({ approval }).where('user_id', '=', person.id).execute()
    await setApproval('suspended')
    await expect(fetchFeed(token)).rejects.toEqual(refusal('nothing_there'))
    await setApproval('approved')
    await fetchFeed(token)
  })

  test('answers a limited number of requests an hour', async () => {
    const { token } = await createSubscriber()
    for (let times = 0; times < feedRequestsPerHour; times += 1) await fetchFeed(token)
    await expect(fetchFeed(token)).rejects.toEqual(refusal('too_fast'))
    clock.advance(3_600_000)
    await fetchFeed(token)
  })

  test('needs hours first, is mentioned in the download without the secret, and leaves with the schedule', async () => {
    const { person: meera } = await newExpert(database.as)
    await expect(startCalendarFeed(ctxAs({ ...meera, approval: 'approved' }))).rejects.toEqual(
      refusal('schedule_missing'),
    )
    const { person, token } = await createSubscriber()
    const data = await bookingsPart.collect({ ...system(), storage: {} as Storage }, person.id)
    expect(data).toMatchObject({ calendar_feed: { created_at: clock.now(), used_at: null } })
    expect(JSON.stringify(data)).not.toContain(token)
    await db().deleteFrom('schedules').where('expert_id', '=', person.id).execute()
    await expect(fetchFeed(token)).rejects.toEqual(refusal('nothing_there'))
  })
})
