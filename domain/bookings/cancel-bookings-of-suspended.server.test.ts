import { expect, test } from 'vitest'
import { cancelBookingsOfSuspended } from '#domain/bookings/cancel-bookings-of-suspended.server.ts'
import { setApproval } from '#domain/experts/set-approval.server.ts'
import { suspendPerson } from '#domain/people/suspend-person.server.ts'
import type { Jobs } from '#platform/jobs/port.ts'
import { bookingRow, countTaken, createBookingCast, jobsOfBooking } from '#tests/bookings.ts'
import { useDatabase } from '#tests/database.ts'
import { listJobsWith } from '#tests/jobs.ts'
import { balanceOf } from '#tests/money.ts'
import { newSignedInPerson } from '#tests/signed-in-people.ts'

const database = useDatabase()
const db = () => database.db()
const cast = createBookingCast(database.as)
const { ctxAs, system } = cast

async function listPlannedJobs(payload: Jobs['call_off_bookings']) {
  return (await listJobsWith(db(), payload)).filter(({ name }) => name === 'call_off_bookings')
}

test('bookings with a suspended expert are cancelled once, and the holds are released', async () => {
  const [asha, ravi, other] = [await cast.student(1_000), await cast.bookable(), await cast.bookable()]
  const { expertId } = ravi
  const ids = [await cast.book(asha, expertId, cast.inHours(2)), await cast.book(asha, expertId, cast.inHours(50))]
  const otherId = await cast.book(asha, other.expertId, cast.inHours(60))
  // Nothing happens to an expert who is not suspended.
  await cancelBookingsOfSuspended(system(), { expertId })
  expect(await countTaken(db(), ravi.person.id)).toBe(2)
  await setApproval(system(), { expertId, approval: 'suspended' })
  expect(await listPlannedJobs({ expertId })).toHaveLength(1)
  await Promise.all([
    cancelBookingsOfSuspended(system(), { expertId }),
    cancelBookingsOfSuspended(system(), { expertId }),
  ])
  for (const id of ids) {
    expect(await bookingRow(db(), id)).toMatchObject({
      state: 'cancelled',
      cancelled_by: 'expert',
      fee_paise: 0,
    })
    const changes = (await jobsOfBooking(db(), id)).map((job) => job.change)
    expect(changes.filter((each) => each === 'cancelled')).toHaveLength(2)
  }
  expect((await bookingRow(db(), otherId)).state).toBe('booked')
  expect(await balanceOf(db(), 'student_wallet', asha.id)).toBe(700_00)
  expect(await countTaken(db(), ravi.person.id)).toBe(0)
  await expect(cancelBookingsOfSuspended(ctxAs(asha), { expertId })).rejects.toMatchObject({
    code: 'not_allowed',
  })
})

test('bookings of a suspended student are cancelled without a fee, and both sides are notified', async () => {
  const [asha, other, ravi] = [await cast.student(1_000), await cast.student(1_000), await cast.bookable()]
  const id = await cast.book(asha, ravi.expertId, cast.inHours(2))
  const otherId = await cast.book(other, ravi.expertId, cast.inHours(50))
  // Nothing happens to a student who is not suspended.
  await cancelBookingsOfSuspended(system(), { studentId: asha.id })
  expect((await bookingRow(db(), id)).state).toBe('booked')
  const { person: meera } = await newSignedInPerson(database.as, 'team')
  await suspendPerson(ctxAs(meera), { id: asha.id, why: 'She shouted at three experts.' })
  expect(await listPlannedJobs({ studentId: asha.id })).toHaveLength(1)
  await Promise.all([1, 2].map(() => cancelBookingsOfSuspended(system(), { studentId: asha.id })))
  const cancelled = { state: 'cancelled', cancelled_by: 'student', fee_paise: 0 }
  expect(await bookingRow(db(), id)).toMatchObject(cancelled)
  const changes = (await jobsOfBooking(db(), id)).map((job) => job.change)
  expect(changes.filter((each) => each === 'cancelled')).toHaveLength(2)
  expect(await balanceOf(db(), 'student_wallet', asha.id)).toBe(1_000_00)
  expect((await bookingRow(db(), otherId)).state).toBe('booked')
})
