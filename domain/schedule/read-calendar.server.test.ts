import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { rescheduleBooking } from '#domain/bookings/reschedule-booking.server.ts'
import { getCalendar } from '#domain/bookings/calendar.server.ts'
import type { Person } from '#domain/policy.ts'
import { connectCalendar, disconnectCalendar, requestReading } from '#domain/schedule/connect-calendar.server.ts'
import { findExternalCalendar, resealCalendars } from '#domain/schedule/external-calendar.server.ts'
import { listSlots } from '#domain/schedule/list-slots.server.ts'
import { enqueueDueCalendars, readCalendar } from '#domain/schedule/read-calendar.server.ts'
import { saveSchedule } from '#domain/schedule/save-schedule.server.ts'
import { schedulePart } from '#domain/schedule/privacy-part.server.ts'
import { dayOf } from '#kernel/days.ts'
import {
  bookingHorizonDays,
  calendarReadMinutes,
  calendarReadsPerHour,
  calendarRetryMaxMinutes,
} from '#kernel/limits.ts'
import { daysLater, minutesLater } from '#kernel/time.ts'
import { createCalendars } from '#platform/calendars/calendars.ts'
import { createSealer } from '#platform/sealing/aes-gcm.ts'
import type { Storage } from '#platform/storage/port.ts'
import { aroundTheClock, bookingRow, createBookingCast } from '#tests/bookings.ts'
import { type CalendarServer, startCalendarServer, writeCalendar, writeEvent } from '#tests/calendars.ts'
import { useDatabase } from '#tests/database.ts'
import { newExpert } from '#tests/experts.ts'
import { deleteJobs, listJobs } from '#tests/jobs.ts'

const database = useDatabase()
const db = () => database.db()
const cast = createBookingCast(database.as)
const { ctxAs, system, clock } = cast
const refusal = (code: string) => expect.objectContaining({ code })
const calendars = createCalendars({ localHosts: ['127.0.0.1'], timeoutMs: 60_000 })
const zone = 'Asia/Kolkata'

let server: CalendarServer
beforeAll(async () => void (server = await startCalendarServer()))
beforeEach(() => void (server.requests.length = 0))
afterAll(() => server.close())

const connect = (person: Person, url = server.url) => connectCalendar({ ...ctxAs(person), calendars }, { url })
const read = (person: Person) =>
  readCalendar({ ...system(), calendars, product: { origin: 'https://samjhao.example' } }, { expertId: person.id })
const view = (person: Person) => findExternalCalendar(ctxAs(person))
const hour = (from: Date) => ({ from, to: minutesLater(from, 60) })

/** The starts that students can book on the day of this instant. */
async function slotsOn(expertId: string, at: Date, minutes: 15 | 60 = 15) {
  const firstDay = dayOf(at, zone)
  const visitor = ctxAs({ kind: 'visitor', address: '' })
  const [day] = await listSlots(visitor, { expertId, minutes, zone, firstDay, days: 1 })
  return day?.starts.map((start) => start.getTime()) ?? []
}

/** Ravi’s calendar has an appointment of an hour, far enough from midnight that a day contains it. */
async function createBusyExpert(...more: string[]) {
  const { person, expertId } = await cast.bookable()
  const noon = new Date(`${dayOf(cast.inHours(48), zone)}T12:00:00+05:30`)
  server.serve(writeCalendar(writeEvent(hour(noon), ...more)), { ETag: '"v1"' })
  await connect(person)
  return { person, expertId, noon }
}

describe('busy times of another calendar', () => {
  test('are not offered, and cannot be booked by a page that still shows them', async () => {
    const { person, expertId, noon } = await createBusyExpert()
    const asha = await cast.student(1_000)
    expect(await slotsOn(expertId, noon)).toContain(noon.getTime())
    await read(person)
    const offered = await slotsOn(expertId, noon)
    const quarters = [-15, 0, 15, 30, 45, 60].map((minutes) => offered.includes(minutesLater(noon, minutes).getTime()))
    expect(quarters).toEqual([true, false, false, false, false, true])
    const before = await slotsOn(expertId, noon, 60)
    expect(before).not.toContain(minutesLater(noon, -45).getTime())
    for (const minutes of [-15, 0, 45]) {
      const booking = cast.book(asha, expertId, minutesLater(noon, minutes))
      await expect(booking).rejects.toEqual(refusal('slot_not_offered'))
    }
    await cast.book(asha, expertId, minutesLater(noon, 60))
  })

  test('keep the free time around sessions', async () => {
    const { person, expertId, noon } = await createBusyExpert()
    await saveSchedule(ctxAs(person), { ...aroundTheClock, bufferMinutes: 30 })
    await read(person)
    const offered = await slotsOn(expertId, noon)
    const quarters = [-60, -45, -30, 60, 75, 90].map((minutes) =>
      offered.includes(minutesLater(noon, minutes).getTime()),
    )
    expect(quarters).toEqual([true, true, false, false, false, true])
  })

  test('do not touch existing bookings, which can only be moved to a free time', async () => {
    const { person, expertId, noon } = await createBusyExpert()
    const asha = await cast.student(1_000)
    const id = await cast.book(asha, expertId, noon)
    await read(person)
    expect(await bookingRow(db(), id)).toMatchObject({ state: 'booked', starts_at: noon, moves: 0 })
    const move = (minutes: number) => rescheduleBooking(ctxAs(asha), { id, startsAt: minutesLater(noon, minutes) })
    await expect(move(30)).rejects.toEqual(refusal('slot_not_offered'))
    await move(60)
    expect(await bookingRow(db(), id)).toMatchObject({ starts_at: minutesLater(noon, 60) })
  })

  test('do not include our own bookings, which the other calendar may have from our mails', async () => {
    const { person, expertId, noon } = await createBusyExpert('UID:0199c0de@samjhao.example')
    await read(person)
    expect(await slotsOn(expertId, noon)).toContain(noon.getTime())
  })

  test('are shown to the expert in the calendar, without what they are', async () => {
    const { person, noon } = await createBusyExpert()
    await read(person)
    const week = await getCalendar(ctxAs(person), { day: dayOf(noon, zone), zone })
    expect(week.days.flatMap(({ busy = [] }) => busy)).toEqual([hour(noon)])
    expect(await view(person)).toMatchObject({ busyCount: 1, readAt: clock.now(), isReading: false, failing: null })
    const row = await db().selectFrom('external_calendars').selectAll().where('expert_id', '=', person.id).execute()
    expect(JSON.stringify(row)).not.toMatch(/secret|Dentist|127\.0\.0\.1/)
  })

  test('of a whole day are cut at the midnights of the calendar', async () => {
    const { person } = await cast.bookable()
    const day = dayOf(cast.inHours(72), zone)
    server.serve(writeCalendar([`DTSTART;VALUE=DATE:${day.replaceAll('-', '')}`]))
    await connect(person)
    await read(person)
    const week = await getCalendar(ctxAs(person), { day, zone, fromDay: true })
    const [first, second] = week.days
    expect(first?.busy).toEqual([{ from: first?.startsAt, to: first?.endsAt }])
    expect(second?.busy).toEqual([])
  })
})

describe('reading', () => {
  test('begins when the calendar is connected, and is repeated by jobs', async () => {
    await deleteJobs(db())
    const { person } = await createBusyExpert()
    expect(await view(person)).toMatchObject({ isReading: true, readAt: null, host: `127.0.0.1:${server.port}` })
    expect((await listJobs(db(), 'read_calendar')).map(({ payload }) => payload)).toEqual([{ expertId: person.id }])
    cast.publishedTopics.length = 0
    await read(person)
    expect(cast.publishedTopics).toContain(`rings:${person.id}`)
    await deleteJobs(db())
    const listDue = async () => {
      await enqueueDueCalendars(system())
      return (await listJobs(db(), 'read_calendar')).filter(({ payload }) => payload.expertId === person.id).length
    }
    expect(await listDue()).toBe(0)
    clock.advance(calendarReadMinutes * 60_000)
    expect(await listDue()).toBe(1)
  })

  test('asks only for changes, until the stored busy times would end or the zone changes', async () => {
    const { person, noon } = await createBusyExpert()
    const asked = () => server.requests.map(({ headers }) => headers['if-none-match'] ?? null)
    server.answerWith((request, response) => {
      const isKnown = request.headers['if-none-match'] === '"v1"'
      const daily = writeCalendar(writeEvent(hour(noon), 'RRULE:FREQ=DAILY'))
      response.writeHead(isKnown ? 304 : 200, { ETag: '"v1"' }).end(isKnown ? undefined : daily)
    })
    await read(person)
    const known = (await view(person))?.busyCount
    await read(person)
    expect(asked()).toEqual([null, '"v1"'])
    expect(await view(person)).toMatchObject({ busyCount: known, readAt: clock.now() })
    await saveSchedule(ctxAs(person), { ...aroundTheClock, zone: 'Europe/Berlin' })
    await read(person)
    expect(asked().at(-1)).toBeNull()
    clock.advance(14 * 86_400_000)
    await read(person)
    expect(asked().at(-1)).toBeNull()
    // Even the last day that can be booked has its busy time.
    const lastDay = dayOf(daysLater(clock.now(), bookingHorizonDays), zone)
    const week = await getCalendar(ctxAs(person), { day: lastDay, zone, fromDay: true })
    expect(week.days[0]?.busy).toHaveLength(1)
  })

  test('that fails keeps what is known, says why since when, and is repeated less and less often', async () => {
    const { person, expertId, noon } = await createBusyExpert()
    await read(person)
    const readAt = clock.now()
    clock.advance(60_000)
    const since = clock.now()
    server.answerWith((_request, response) => void response.writeHead(404).end())
    await read(person)
    expect(await view(person)).toMatchObject({
      readAt,
      busyCount: 1,
      failing: { since, problem: 'status', status: 404 },
    })
    expect(await slotsOn(expertId, noon)).not.toContain(noon.getTime())
    const waits: number[] = []
    for (let times = 0; times < 6; times += 1) {
      clock.advance(60_000)
      await read(person)
      const { next_read_at: nextAt } = await db()
        .selectFrom('external_calendars')
        .select('next_read_at')
        .where('expert_id', '=', person.id)
        .executeTakeFirstOrThrow()
      waits.push((nextAt.getTime() - clock.now().getTime()) / 60_000)
    }
    expect(waits).toEqual([30, 60, 120, 240, calendarRetryMaxMinutes, calendarRetryMaxMinutes])
    server.serve('not a calendar')
    await read(person)
    expect(await view(person)).toMatchObject({
      busyCount: 1,
      failing: { since, problem: 'not_a_calendar', status: null },
    })
    server.serve(writeCalendar())
    await read(person)
    expect(await view(person)).toMatchObject({ busyCount: 0, failing: null, readAt: clock.now() })
    expect(await slotsOn(expertId, noon)).toContain(noon.getTime())
  })

  test('of an earlier calendar is not stored after another one was connected', async () => {
    const { person } = await createBusyExpert()
    await read(person)
    const { promise: asked, resolve: onAsked } = Promise.withResolvers<void>()
    const { promise: mayAnswer, resolve: letAnswer } = Promise.withResolvers<void>()
    server.answerWith(async (_request, response) => {
      onAsked()
      await mayAnswer
      response.writeHead(200).end(writeCalendar())
    })
    const reading = read(person)
    await asked
    await connect(person, `${server.url}?other`)
    // The busy times of the earlier calendar count until the other one is read.
    expect(await view(person)).toMatchObject({ busyCount: 1, isReading: true, readAt: null })
    letAnswer()
    await reading
    expect(await view(person)).toMatchObject({ busyCount: 1, isReading: true, readAt: null })
    await read(person)
    expect(await view(person)).toMatchObject({ busyCount: 0, isReading: false })
  })

  test('can be requested by the expert, some times an hour', async () => {
    const { person } = await createBusyExpert()
    await read(person)
    await requestReading(ctxAs(person))
    expect(await view(person)).toMatchObject({ isReading: true })
    // Connecting was the first.
    for (let times = 2; times < calendarReadsPerHour; times += 1) await requestReading(ctxAs(person))
    await expect(requestReading(ctxAs(person))).rejects.toEqual(refusal('too_many_calendar_reads'))
    await expect(connect(person)).rejects.toEqual(refusal('too_many_calendar_reads'))
    const { person: other } = await cast.bookable()
    await expect(requestReading(ctxAs(other))).rejects.toEqual(refusal('no_calendar'))
  })
})

describe('a calendar', () => {
  test('is refused with an address that may not be opened, or before there are hours', async () => {
    const { person } = await cast.bookable()
    for (const [url, code] of [
      ['', 'calendar_url_invalid'],
      ['http://calendar.example.org/a.ics', 'calendar_url_invalid'],
      ['https://asha:secret@calendar.example.org/a.ics', 'calendar_url_credentials'],
      ['https://10.0.0.5/a.ics', 'calendar_url_private'],
    ] as const) {
      await expect(connect(person, url)).rejects.toEqual(refusal(code))
    }
    expect(await view(person)).toBeNull()
    const { person: meera } = await newExpert(database.as)
    await expect(connect({ ...meera, approval: 'approved' })).rejects.toEqual(refusal('schedule_missing'))
    expect(server.requests).toEqual([])
  })

  test('belongs to its expert: nobody else sees, reads or disconnects it', async () => {
    const { person } = await createBusyExpert()
    await read(person)
    const asha = await cast.student(0)
    const pending = { ...person, approval: 'pending' as const }
    for (const other of [asha, pending]) {
      await expect(connect(other)).rejects.toEqual(refusal('not_allowed'))
      await expect(view(other)).rejects.toEqual(refusal('not_allowed'))
      await expect(requestReading(ctxAs(other))).rejects.toEqual(refusal('not_allowed'))
      await expect(disconnectCalendar(ctxAs(other))).rejects.toEqual(refusal('not_allowed'))
    }
    const job = readCalendar(
      { ...ctxAs(person), calendars, product: { origin: 'https://samjhao.example' } },
      { expertId: person.id },
    )
    await expect(job).rejects.toEqual(refusal('not_allowed'))
    const { person: stranger } = await cast.bookable()
    await disconnectCalendar(ctxAs(stranger))
    expect(await view(stranger)).toBeNull()
    expect(await view(person)).toMatchObject({ busyCount: 1 })
  })

  test('that is disconnected frees its busy times and is not read again', async () => {
    const { person, expertId, noon } = await createBusyExpert()
    await read(person)
    await disconnectCalendar(ctxAs(person))
    server.requests.length = 0
    await read(person)
    expect(server.requests).toEqual([])
    expect(await view(person)).toBeNull()
    expect(await slotsOn(expertId, noon)).toContain(noon.getTime())
  })

  test('is in the download with its address, and leaves with the account', async () => {
    const { person, noon } = await createBusyExpert()
    await read(person)
    const storage = {} as Storage
    expect(await schedulePart.collect({ ...system(), storage }, person.id)).toMatchObject({
      external_calendar: { url: server.url, read_at: clock.now(), problem: null },
      busy_times: [{ during: expect.stringContaining(noon.toISOString().slice(0, 10)) }],
    })
    await schedulePart.forget?.(system(), person.id)
    for (const table of ['external_calendars', 'busy_times'] as const) {
      expect(await db().selectFrom(table).select('expert_id').where('expert_id', '=', person.id).execute()).toEqual([])
    }
  })

  test('can still be read after a change of the data key', async () => {
    const { person } = await createBusyExpert()
    const nextKey = { id: 'next', bytes: Buffer.alloc(32, 2) }
    const bothKeys = createSealer([nextKey, { id: 'test', bytes: Buffer.alloc(32, 1) }])
    await expect(resealCalendars(ctxAs(person))).rejects.toEqual(refusal('not_allowed'))
    expect(await resealCalendars({ ...system(), sealer: bothKeys })).toBeGreaterThan(0)
    expect(await resealCalendars({ ...system(), sealer: bothKeys })).toBe(0)
    const rotated = { ...ctxAs(person), sealer: createSealer([nextKey]) }
    expect(await findExternalCalendar(rotated)).toMatchObject({ host: `127.0.0.1:${server.port}` })
  })
})
