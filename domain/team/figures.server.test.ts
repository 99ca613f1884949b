import { expect, test } from 'vitest'
import { cancelBooking } from '#domain/bookings/cancel-booking.server.ts'
import { refundFault } from '#domain/refunds/refund-fault.server.ts'
import { saveClosedDays, listFigures } from '#domain/team/figures.server.ts'
import { createBookingCast } from '#tests/bookings.ts'
import { useDatabase } from '#tests/database.ts'
import { balanceOf } from '#tests/money.ts'
import { createCast, manualClock, completeCall } from '#tests/sessions.ts'
import { newSignedInPerson } from '#tests/signed-in-people.ts'

const database = useDatabase()
const clock = manualClock()
const cast = createCast(database.as, { clock })
const { ctxAs, system } = cast

test('hours and days in Kolkata add up calls, minutes and money, and match the books', async () => {
  const { person: meera } = await newSignedInPerson(database.as, 'team')
  const [asha, ravi] = [await cast.student(200), await cast.expert()]
  const call = async (liveMs: number, hangsUp = asha) => {
    const id = await cast.ask(asha, ravi.expertId)
    await completeCall(ctxAs, { student: asha, expert: ravi.person, id, liveMs, hangsUp })
    return id
  }
  await call(130_000)
  // Less than half a minute is free, and is not a paid call.
  await call(10_000)
  clock.advance(25 * 3_600_000)
  const leftByRavi = await call(61_000, ravi.person)
  await refundFault(system(), { sessionId: leftByRavi })

  const days = await listFigures(ctxAs(meera), 'day')
  expect(days).toHaveLength(90)
  expect(days.at(-1)).toMatchObject({
    calls: 1,
    minutes: 2,
    charged: 20_00,
    fee: 4_00,
    refunded: 20_00,
    feeRefunded: 4_00,
  })
  expect(days.at(-1)?.startsAt.toISOString()).toMatch(/T18:30:00.000Z$/)
  const hours = await listFigures(ctxAs(meera), 'hour')
  expect(hours).toHaveLength(48)
  expect(hours.at(-1)).toMatchObject({ calls: 1, minutes: 2 })
  expect(hours.at(-26)).toMatchObject({ calls: 1, minutes: 3, charged: 30_00, fee: 6_00, refunded: 0 })
  for (const figures of [days, hours]) {
    const keptFee = figures.reduce((sum, { fee, feeRefunded }) => sum + fee - feeRefunded, 0)
    expect(keptFee).toBe(await balanceOf(database.db(), 'platform_fee'))
  }
})

test('a booking fee counts as money but not as a call', async () => {
  const { person: meera } = await newSignedInPerson(database.as, 'team')
  const bookings = createBookingCast(database.as, { clock })
  const [asha, ravi] = [await cast.student(900), await bookings.bookable()]
  const before = (await listFigures(ctxAs(meera), 'hour')).at(-1)
  const cancelledId = await bookings.book(asha, ravi.expertId, bookings.inHours(5))
  await cancelBooking(ctxAs(asha), { id: cancelledId, shownFeePaise: 75_00 })
  expect((await listFigures(ctxAs(meera), 'hour')).at(-1)).toEqual({
    ...before,
    charged: (before?.charged ?? 0) + 75_00,
    fee: (before?.fee ?? 0) + 15_00,
  })
  // Asha joins and leaves immediately: no minute is billed, only the fee.
  const startsAt = bookings.inHours(6)
  const leftId = await bookings.book(asha, ravi.expertId, startsAt)
  bookings.moveTo(startsAt)
  await bookings.join(asha, leftId)
  await bookings.join(ravi.person, leftId)
  await completeCall(ctxAs, { student: asha, expert: ravi.person, id: leftId, liveMs: 10_000, isBooked: true })
  const hours = await listFigures(ctxAs(meera), 'hour')
  expect(hours.at(-1)).toMatchObject({ calls: 0, minutes: 0, charged: 75_00, fee: 15_00 })
  const keptFee = hours.reduce((sum, { fee, feeRefunded }) => sum + fee - feeRefunded, 0)
  expect(keptFee).toBe(await balanceOf(database.db(), 'platform_fee'))
})

test('the figures of a finished day are stored once and stay the same', async () => {
  const { person: meera } = await newSignedInPerson(database.as, 'team')
  const before = await listFigures(ctxAs(meera), 'day')
  await saveClosedDays(system())
  const closed = await database.db().selectFrom('day_figures').select(['starts_at', 'calls']).execute()
  expect(closed).toHaveLength(90)
  expect(await listFigures(ctxAs(meera), 'day')).toEqual(before)
  clock.advance(24 * 3_600_000)
  await Promise.all([saveClosedDays(system()), saveClosedDays(system())])
  const days = await listFigures(ctxAs(meera), 'day')
  expect(days).toHaveLength(90)
  expect(days.slice(0, -1)).toEqual(before.slice(1))
  const update = database.db().updateTable('day_figures').set({ calls: 0 }).execute()
  await expect(update).rejects.toThrow(/permission denied/)
})

test('figures are refused to everyone except the team', async () => {
  const [asha, ravi] = [await cast.student(), await cast.expert()]
  for (const user of [asha, ravi.person]) {
    await expect(listFigures(ctxAs(user), 'day')).rejects.toMatchObject({ code: 'not_allowed' })
    await expect(saveClosedDays(ctxAs(user))).rejects.toMatchObject({ code: 'not_allowed' })
  }
})
