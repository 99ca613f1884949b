import { expect, test } from 'vitest'
import { sweepBookings } from '#domain/bookings/sweep-bookings.server.ts'
import { bookingRow, createBookingCast } from '#tests/bookings.ts'
import { useDatabase } from '#tests/database.ts'
import { balanceOf } from '#tests/money.ts'

const database = useDatabase()
const cast = createBookingCast(database.as)

test('a booking that no job has decided within an hour is resolved by the sweeper', async () => {
  const [asha, ravi] = [await cast.student(300), await cast.bookable()]
  const startsAt = cast.inHours(2)
  const id = await cast.book(asha, ravi.expertId, startsAt)
  cast.moveTo(startsAt, 70)
  await sweepBookings(cast.system())
  expect(await bookingRow(database.db(), id)).toMatchObject({ state: 'booked' })
  cast.clock.advance(1)
  await Promise.all([1, 2].map(() => sweepBookings(cast.system())))
  expect(await bookingRow(database.db(), id)).toMatchObject({ state: 'missed', absent: 'both', fee_paise: 0 })
  expect(await balanceOf(database.db(), 'student_wallet', asha.id)).toBe(300_00)
})

test('people cannot run the sweeper', async () => {
  const asha = await cast.student(0)
  await expect(sweepBookings(cast.ctxAs(asha))).rejects.toMatchObject({ code: 'not_allowed' })
})
