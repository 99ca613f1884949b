import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { cancelSession } from '#domain/sessions/cancel-session.server.ts'
import { declineSession } from '#domain/sessions/decline-session.server.ts'
import { expireSession } from '#domain/sessions/expire-session.server.ts'
import { leaseSession } from '#domain/sessions/meter-rows.server.ts'
import { findSessionState } from '#domain/sessions/queries.server.ts'
import { countTaken, createBookingCast } from '#tests/bookings.ts'
import { useDatabase } from '#tests/database.ts'
import { goOnline } from '#tests/experts.ts'
import { createCast, manualClock, sessionRow, completeCall } from '#tests/sessions.ts'

const database = useDatabase()
const db = () => database.db()
const cast = createBookingCast(database.as)
const { ctxAs, system, clock } = cast
const refusal = (code: string) => expect.objectContaining({ code })

async function newBookedExpert(bufferMinutes = 0) {
  const ravi = await cast.bookable({ bufferMinutes })
  await goOnline(database.as, ravi)
  const startsAt = cast.inHours(2)
  await cast.book(await cast.student(1_000), ravi.expertId, startsAt)
  return { ravi: ravi.person, expertId: ravi.expertId, startsAt }
}

describe('a call', () => {
  test('ends before the next booking minus the buffer, and both sides see it', async () => {
    const { expertId, startsAt } = await newBookedExpert(15)
    cast.moveTo(startsAt, -45)
    const id = await cast.ask(await cast.student(), expertId)
    expect((await sessionRow(db(), id)).cut_at).toEqual(new Date(startsAt.getTime() - 15 * 60_000))
    expect(await findSessionState(system(), id)).toMatchObject({
      endsAt: startsAt.getTime() - 15 * 60_000,
    })
  })

  test('without a later booking shows no end, even while the clock advances', async () => {
    const { now, ...rest } = manualClock()
    const castWithRunningClock = createCast(database.as, { clock: { ...rest, now: () => (rest.advance(5), now()) } })
    const id = await castWithRunningClock.ask(
      await castWithRunningClock.student(),
      (await castWithRunningClock.expert()).expertId,
    )
    expect(await findSessionState(castWithRunningClock.system(), id)).toMatchObject({ endsAt: null })
  })

  test('passes its maximum length to the metering process', async () => {
    const { ravi, expertId, startsAt } = await newBookedExpert()
    cast.moveTo(startsAt, -20)
    const id = await cast.ask(await cast.student(), expertId)
    await cast.accept(ravi, id)
    clock.advance(60_000)
    const leased = await leaseSession(system(), { id, nodeId: randomUUID() })
    expect(leased?.start.msUntilCutOff).toBe(19 * 60_000)
  })

  test('is refused when less than five minutes are left, and during a booking', async () => {
    const { expertId, startsAt } = await newBookedExpert()
    const asha = await cast.student()
    for (const minutes of [-4.99, 0, 29]) {
      cast.moveTo(startsAt, minutes)
      await expect(cast.ask(asha, expertId)).rejects.toEqual(refusal('expert_booked_soon'))
    }
    cast.moveTo(startsAt, 30)
    await cast.ask(asha, expertId)
  })

  test('without a later booking may last three hours, which cannot be booked during the call', async () => {
    const ravi = await cast.bookable()
    await goOnline(database.as, ravi)
    const asha = await cast.student()
    const id = await cast.ask(asha, ravi.expertId)
    expect((await sessionRow(db(), id)).cut_at).toEqual(new Date(clock.now().getTime() + 3 * 3_600_000))
    const other = await cast.student(1_000)
    await expect(cast.book(other, ravi.expertId, cast.inHours(2))).rejects.toEqual(refusal('slot_taken'))
    await cast.book(other, ravi.expertId, cast.inHours(4))
    await cancelSession(ctxAs(asha), { id })
    await cast.book(other, ravi.expertId, cast.inHours(2))
  })

  test('frees the time, however it ends', async () => {
    const ravi = await cast.bookable()
    await goOnline(database.as, ravi)
    const countTakenTimes = () => countTaken(db(), ravi.person.id)
    const ask = async () => {
      const student = await cast.student()
      const id = await cast.ask(student, ravi.expertId)
      expect(await countTakenTimes()).toBe(1)
      return { student, id }
    }
    const declined = await ask()
    await declineSession(ctxAs(ravi.person), { id: declined.id, reason: '' })
    expect(await countTakenTimes()).toBe(0)
    const billed = await ask()
    await completeCall(ctxAs, { ...billed, expert: ravi.person, liveMs: 60_000 })
    expect(await countTakenTimes()).toBe(0)
    const missed = await ask()
    clock.advance(45_000)
    await expireSession(system(), { sessionId: missed.id })
    expect(await countTakenTimes()).toBe(0)
  })

  test('and a concurrent booking do not overlap', async () => {
    for (let round = 0; round < 5; round += 1) {
      const ravi = await cast.bookable()
      await goOnline(database.as, ravi)
      const [asha, other] = [await cast.student(), await cast.student(1_000)]
      const [id, refused] = await Promise.all([
        cast.ask(asha, ravi.expertId),
        cast.book(other, ravi.expertId, cast.inHours(2)).then(
          () => null,
          (error: unknown) => error,
        ),
      ])
      const { cut_at: cutAt } = await sessionRow(db(), id)
      expect(refused ?? cutAt).toEqual(refused ? refusal('slot_taken') : cast.inHours(2))
    }
  })
})
