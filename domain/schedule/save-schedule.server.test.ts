import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { Schedule } from '#domain/schedule/contract.ts'
import { addException, removeException } from '#domain/schedule/exceptions.server.ts'
import { listSlots } from '#domain/schedule/list-slots.server.ts'
import { getOwnSchedule, hasOwnHours } from '#domain/schedule/queries.server.ts'
import { saveSchedule } from '#domain/schedule/save-schedule.server.ts'
import { dayOf } from '#kernel/days.ts'
import { scheduleExceptionsMax } from '#kernel/limits.ts'
import { aroundTheClock, createBookingCast } from '#tests/bookings.ts'
import { useDatabase } from '#tests/database.ts'
import { newExpert } from '#tests/experts.ts'
import { newSignedInPerson } from '#tests/signed-in-people.ts'

const database = useDatabase()
const cast = createBookingCast(database.as)
const { ctxAs, clock } = cast
const refusal = (code: string) => expect.objectContaining({ code })
const visitor = { kind: 'visitor', address: '' } as const
const mornings: Schedule = { ...aroundTheClock, weekly: [{ weekday: 3, fromMinute: 540, toMinute: 660 }] }
const holiday = (firstDay: string, lastDay = firstDay) => ({
  id: randomUUID(),
  firstDay,
  lastDay,
  hours: null,
})

describe('the hours of an expert', () => {
  test('are replaced as a whole, and readable by the expert only', async () => {
    const { person: ravi } = await newExpert(database.as)
    const ctx = ctxAs({ ...ravi, approval: 'approved' })
    expect(await getOwnSchedule(ctx)).toEqual({ schedule: null, version: 'none', exceptions: [] })
    await saveSchedule(ctx, aroundTheClock)
    const version = await saveSchedule(ctx, { ...mornings, bufferMinutes: 10 })
    expect(await getOwnSchedule(ctx)).toEqual({
      schedule: { ...mornings, bufferMinutes: 10 },
      version,
      exceptions: [],
    })
    expect(await hasOwnHours(ctx)).toBe(true)
    await saveSchedule(ctx, { ...mornings, weekly: [] })
    expect((await getOwnSchedule(ctx)).schedule?.weekly).toEqual([])
    expect(await hasOwnHours(ctx)).toBe(false)
  })

  test('are known to be missing while the approval of an expert is pending', async () => {
    const { person: ravi } = await newExpert(database.as, { approval: 'pending' })
    expect(await hasOwnHours(ctxAs(ravi))).toBe(false)
    const { person: student } = await newSignedInPerson(database.as)
    await expect(hasOwnHours(ctxAs(student))).rejects.toEqual(refusal('not_allowed'))
    await expect(hasOwnHours(ctxAs(visitor))).rejects.toEqual(refusal('not_signed_in'))
  })

  test('are not replaced by a page that has not seen them, and stay unchanged by the refused save', async () => {
    const { person: ravi } = await newExpert(database.as)
    const ctx = ctxAs({ ...ravi, approval: 'approved' })
    const { version: empty } = await getOwnSchedule(ctx)
    const first = await saveSchedule(ctx, { ...mornings, version: empty })
    await expect(saveSchedule(ctx, { ...aroundTheClock, version: empty })).rejects.toEqual(refusal('schedule_changed'))
    const second = await saveSchedule(ctx, { ...mornings, noticeMinutes: 180, version: first })
    expect(second).not.toBe(first)
    for (const weekly of [[], [{ weekday: 4, fromMinute: 540, toMinute: 660 }]]) {
      const stale = { ...mornings, weekly, version: first }
      await expect(saveSchedule(ctx, stale)).rejects.toEqual(refusal('schedule_changed'))
    }
    expect(await getOwnSchedule(ctx)).toMatchObject({
      schedule: { ...mornings, noticeMinutes: 180 },
      version: second,
    })
    // A day off is not part of the hours, so it does not outdate a page that shows them.
    await addException(ctx, holiday('2096-12-25'))
    expect(await saveSchedule(ctx, { ...mornings, version: second })).toBe(first)
  })

  test('are saved by one of two tabs that save at the same time', async () => {
    const { person: ravi } = await newExpert(database.as)
    const ctx = ctxAs({ ...ravi, approval: 'approved' })
    for (const bufferMinutes of [5, 10]) {
      const { version } = await getOwnSchedule(ctx)
      const saves = [60, 120, 180].map((noticeMinutes) =>
        saveSchedule(ctx, { ...mornings, bufferMinutes, noticeMinutes, version }),
      )
      const results = await Promise.allSettled(saves)
      expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected', 'rejected'])
      const reasons = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
      expect(reasons).toEqual([refusal('schedule_changed'), refusal('schedule_changed')])
      const saved = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
      expect(saved).toEqual([(await getOwnSchedule(ctx)).version])
    }
  })

  test('may touch but not overlap, use quarter hours, and need an existing time zone', async () => {
    const { person: ravi } = await cast.bookable()
    const save = (changes: Partial<Schedule>) => saveSchedule(ctxAs(ravi), { ...mornings, ...changes })
    const day = (fromMinute: number, toMinute: number) => ({ weekday: 1, fromMinute, toMinute })
    await save({ weekly: [day(0, 60), day(60, 120), { ...day(30, 90), weekday: 2 }] })
    await expect(save({ weekly: [day(0, 75), day(60, 120)] })).rejects.toEqual(refusal('hours_overlap'))
    for (const zone of ['Mars/Olympus', '+05:30']) {
      await expect(save({ zone })).rejects.toEqual(refusal('unknown_zone'))
    }
    for (const weekly of [[day(60, 60)], [day(1_320, 120)]]) {
      await expect(save({ weekly })).rejects.toEqual(refusal('hours_backwards'))
    }
    for (const wrong of [
      { weekly: [day(0, 50)] },
      { weekly: [day(0, 1_455)] },
      { weekly: [{ ...day(0, 60), weekday: 8 }] },
      { bufferMinutes: -1 },
      { bufferMinutes: 121 },
      { noticeMinutes: 30 },
      { noticeMinutes: 10_081 },
      { zone: '' },
    ]) {
      await expect(save(wrong)).rejects.toEqual(refusal('invalid_input'))
    }
  })

  test('can be changed by approved experts only', async () => {
    const { person: ravi } = await newExpert(database.as, { approval: 'pending' })
    const others = [
      ravi,
      { ...ravi, approval: 'suspended' as const },
      (await newSignedInPerson(database.as)).person,
      (await newSignedInPerson(database.as, 'team')).person,
    ]
    for (const person of others) {
      const ctx = ctxAs(person)
      for (const act of [
        () => saveSchedule(ctx, aroundTheClock),
        () => addException(ctx, holiday('2096-12-25')),
        () => removeException(ctx, { id: randomUUID() }),
        () => getOwnSchedule(ctx),
      ])
        await expect(act()).rejects.toEqual(refusal('not_allowed'))
    }
    await expect(saveSchedule(ctxAs(visitor), aroundTheClock)).rejects.toEqual(refusal('not_signed_in'))
    await expect(addException(ctxAs(visitor), holiday('2096-12-25'))).rejects.toEqual(refusal('not_signed_in'))
  })

  test('have exceptions, which are added once, removed only by their expert, and limited in number', async () => {
    const [ravi, other] = [await cast.bookable(), await cast.bookable()]
    const diwali = holiday('2096-11-08', '2096-11-10')
    const shortDay = { ...holiday('2096-11-12'), hours: { fromMinute: 600, toMinute: 720 } }
    for (const exception of [diwali, shortDay, diwali]) await addException(ctxAs(ravi.person), exception)
    expect((await getOwnSchedule(ctxAs(ravi.person))).exceptions).toEqual([diwali, shortDay])
    await removeException(ctxAs(other.person), { id: diwali.id })
    expect((await getOwnSchedule(ctxAs(ravi.person))).exceptions).toHaveLength(2)
    for (let times = 0; times < 2; times += 1) await removeException(ctxAs(ravi.person), { id: diwali.id })
    expect((await getOwnSchedule(ctxAs(ravi.person))).exceptions).toEqual([shortDay])
    const backwards = holiday('2096-11-10', '2096-11-08')
    await expect(addException(ctxAs(ravi.person), backwards)).rejects.toEqual(refusal('days_backwards'))
    await expect(addException(ctxAs(ravi.person), holiday(''))).rejects.toEqual(refusal('day_missing'))
    const overnight = { ...diwali, hours: { fromMinute: 1_320, toMinute: 120 } }
    await expect(addException(ctxAs(ravi.person), overnight)).rejects.toEqual(refusal('hours_backwards'))
    for (const wrong of [
      { ...diwali, firstDay: '2096-02-30' },
      { ...diwali, id: 'x' },
    ]) {
      await expect(addException(ctxAs(ravi.person), wrong)).rejects.toEqual(refusal('invalid_input'))
    }
    const { person: newcomer } = await newExpert(database.as)
    const approved = { ...newcomer, approval: 'approved' as const }
    await expect(addException(ctxAs(approved), holiday('2096-11-08'))).rejects.toEqual(refusal('schedule_missing'))
    for (let count = 1; count < scheduleExceptionsMax; count += 1)
      await addException(ctxAs(ravi.person), holiday('2097-01-01'))
    await expect(addException(ctxAs(ravi.person), holiday('2097-01-01'))).rejects.toEqual(
      refusal('too_many_exceptions'),
    )
  })
})

describe('bookable times', () => {
  const zone = 'Asia/Kolkata'
  const newSlotRequest = (expertId: string, changes: object = {}) => ({
    expertId,
    minutes: 60 as const,
    zone,
    firstDay: dayOf(clock.now(), zone),
    days: 14,
    ...changes,
  })

  test('are public, grouped by days in the viewer’s zone, without holidays and reserved time', async () => {
    // A Thursday, so that the next Wednesday is the same in every zone.
    const today = dayOf(clock.now(), zone)
    const days = (11 - new Date(today).getUTCDay()) % 7
    cast.moveTo(new Date(Date.parse(`${today}T12:00:00+05:30`) + days * 86_400_000))
    const { expertId, person: ravi } = await cast.bookable(mornings)
    const slotDays = await listSlots(ctxAs(visitor), newSlotRequest(expertId))
    const open = slotDays.filter(({ starts }) => starts.length > 0)
    expect(slotDays).toHaveLength(14)
    expect(open.map(({ starts }) => starts.length)).toEqual([5, 5])
    const [first, second] = open
    if (!first || !second) throw new Error('no day is open')
    expect(new Date(`${first.day}T00:00Z`).getUTCDay()).toBe(3)
    expect(first.starts[0]?.toISOString()).toBe(`${first.day}T03:30:00.000Z`)
    // The morning in Kolkata is the previous evening in Los Angeles.
    const abroad = await listSlots(ctxAs(visitor), newSlotRequest(expertId, { zone: 'America/Los_Angeles' }))
    const evening = abroad.find(({ starts }) => starts.length > 0)
    expect(new Date(`${evening?.day}T00:00Z`).getUTCDay()).toBe(2)
    expect(evening?.starts[0]).toEqual(first.starts[0])

    await addException(ctxAs(ravi), holiday(second.day))
    const asha = await cast.student(1_000)
    await cast.book(asha, expertId, first.starts[4] as Date, { minutes: 60 })
    const remaining = await listSlots(ctxAs(visitor), newSlotRequest(expertId))
    expect(remaining.flatMap(({ starts }) => starts)).toEqual([first.starts[0]])
  })

  test('respect the notice period and end after 60 days', async () => {
    const { expertId } = await cast.bookable({ noticeMinutes: 24 * 60 })
    const [first] = (await listSlots(ctxAs(visitor), newSlotRequest(expertId, { minutes: 15 }))).flatMap(
      ({ starts }) => starts,
    )
    expect(first).toEqual(cast.inHours(24))
    const far = dayOf(new Date(clock.now().getTime() + 58 * 86_400_000), zone)
    const last = (await listSlots(ctxAs(visitor), newSlotRequest(expertId, { firstDay: far }))).flatMap(
      ({ starts }) => starts,
    )
    expect(last.at(-1)?.getTime()).toBeLessThan(clock.now().getTime() + 60 * 86_400_000)
    expect(last.at(-1)?.getTime()).toBeGreaterThan(clock.now().getTime() + 59 * 86_400_000)
    const past = await listSlots(ctxAs(visitor), newSlotRequest(expertId, { firstDay: '2020-01-01' }))
    expect(past.flatMap(({ starts }) => starts)).toEqual([])
  })

  test('are empty for an expert without hours, and refused for an expert who is not public', async () => {
    const { expertId } = await newExpert(database.as)
    expect((await listSlots(ctxAs(visitor), newSlotRequest(expertId))).flatMap(({ starts }) => starts)).toEqual([])
    for (const approval of ['pending', 'suspended'] as const) {
      const hidden = await newExpert(database.as, { approval })
      await expect(listSlots(ctxAs(visitor), newSlotRequest(hidden.expertId))).rejects.toEqual(
        refusal('no_such_expert'),
      )
    }
    for (const wrong of [{ minutes: 20 }, { days: 15 }, { firstDay: 'today' }, { expertId: 'x' }]) {
      await expect(listSlots(ctxAs(visitor), newSlotRequest(expertId, wrong))).rejects.toEqual(refusal('invalid_input'))
    }
    await expect(listSlots(ctxAs(visitor), newSlotRequest(expertId, { zone: 'Nowhere' }))).rejects.toEqual(
      refusal('unknown_zone'),
    )
  })
})
