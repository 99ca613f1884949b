import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { bookSession } from '#domain/bookings/book-session.server.ts'
import { saveSchedule } from '#domain/schedule/save-schedule.server.ts'
import type { Fields, Racer } from '#tests/attack/races/racer.ts'
import { aroundTheClock, moveBookingCloserSql, newBooking } from '#tests/bookings.ts'
import { giveMoney, rupees } from '#tests/money.ts'
import { nextQuarterHour } from '#tests/quarter-hours.ts'

export const bookingRaces = [bookAndCancel, moveOrCancel, joinOrCancel]

type Cast = Awaited<ReturnType<typeof openCast>>
const dayMs = 86_400_000

async function bookAndCancel(racer: Racer): Promise<void> {
  const { read, sendAtOnce, repeat, expectEqual, count, walletOf } = racer
  const cast = await openCast(racer)
  const { asha, bela, ravi } = cast
  const startsAt = nextQuarterHour(Date.now() + 3 * dayMs)
  await sendAtOnce(
    repeat(() => bookAs(cast, asha.token, startsAt)),
    repeat(() => bookAs(cast, bela.token, startsAt)),
  )
  expectEqual('bookings of one slot', await count('bookings', 'expert_id', ravi.person.id), 1)
  const [booking] = await read(sql<{ id: string }>`select id from bookings where expert_id = ${ravi.person.id}`)
  const cancel = (token: string, side: string) => act(token, `/${side}/bookings/${booking?.id}`, { act: 'cancel' })
  await sendAtOnce(
    repeat(() => cancel(asha.token, 'user')),
    repeat(() => cancel(bela.token, 'user')),
    repeat(() => cancel(ravi.token, 'expert')),
  )
  const sum = (await walletOf(asha.person.id)) + (await walletOf(bela.person.id))
  expectEqual('two wallets after a cancelled booking', sum, rupees(2_000))
}

/** Both sides move a booking to other times and cancel it, while another student books the time that becomes free. */
async function moveOrCancel(racer: Racer): Promise<void> {
  const { people, sendAtOnce, repeat, expectEqual, read } = racer
  const cast = await openCast(racer)
  const { asha, bela, ravi } = cast
  const startsAt = nextQuarterHour(Date.now() + 3 * dayMs)
  const later = (days: number) => new Date(startsAt.getTime() + days * dayMs)
  const id = await bookSession(people.ctxAs(asha.person), newBooking(ravi.expertId, startsAt))
  const step = (token: string, side: string, fields: Fields) => act(token, `/${side}/bookings/${id}`, fields)
  const move = (token: string, side: string, days: number) =>
    step(token, side, { act: 'move', startsAt: later(days).toISOString() })
  await sendAtOnce(
    [1, 2, 1, 2].map((days) => move(asha.token, 'user', days)),
    [1, 3, 3, 2].map((days) => move(ravi.token, 'expert', days)),
    [0, 1, 2, 3].map((days) => bookAs(cast, bela.token, later(days))),
    repeat(() => step(asha.token, 'user', { act: 'cancel' }), 2),
    repeat(() => step(ravi.token, 'expert', { act: 'cancel' }), 2),
  )
  const [overlaps] = await read(sql<{ count: number }>`
    select count(*)::int as count from bookings a join bookings b on a.expert_id = b.expert_id and a.id < b.id
    where a.expert_id = ${ravi.person.id} and a.state = 'booked' and b.state = 'booked'
      and tstzrange(a.starts_at, a.ends_at) && tstzrange(b.starts_at, b.ends_at)`)
  expectEqual('overlapping bookings of one expert', overlaps?.count, 0)
  for (const { person } of [asha, bela]) await expectHeldForBookings(racer, person.id)
  const [blocked] = await read(sql<{ count: number }>`
    select count(*)::int as count from expert_time where expert_id = ${ravi.person.id}`)
  const [open] = await read(sql<{ count: number }>`
    select count(*)::int as count from bookings where expert_id = ${ravi.person.id} and state = 'booked'`)
  expectEqual('blocked times of the expert', blocked?.count, open?.count)
}

/** Both sides join while both cancel. If the session begins, both agree to continue and hang up at the same moment. */
async function joinOrCancel(racer: Racer, round: number): Promise<void> {
  const { people, db, sendAtOnce, repeat, expectEqual, count, read, moneyOf } = racer
  const { asha, ravi } = await openCast(racer)
  const startsAt = nextQuarterHour(Date.now() + 3 * dayMs)
  const id = await bookSession(people.ctxAs(asha.person), newBooking(ravi.expertId, startsAt))
  await sql.raw(moveBookingCloserSql(id, new Date(Date.now() + 60_000))).execute(db)
  const json = (token: string, name: string) => ({ token, path: `/bookings/${id}/step`, json: { act: name } })
  const cancel = (token: string, side: string) => act(token, `/${side}/bookings/${id}`, { act: 'cancel' })
  await sendAtOnce(
    repeat(() => json(asha.token, 'join')),
    repeat(() => json(ravi.token, 'join')),
    repeat(() => cancel(ravi.token, 'expert'), round === 0 ? 0 : 1),
  )
  const readBooking = async () =>
    (
      await read(sql<{ state: string; fee: number | null; charged: number | null }>`
        select bookings.state, fee_paise as fee, charged_paise as charged
        from bookings left join help_sessions using (id) where bookings.id = ${id}`)
    )[0]
  const begun = (await readBooking())?.state === 'begun'
  expectEqual('sessions of one booking', await count('help_sessions', 'id', id), begun ? 1 : 0)
  const hangUp = (token: string) => act(token, `/sessions/${id}/step`, { act: 'hang_up' })
  await sendAtOnce(
    repeat(() => json(asha.token, 'go_on')),
    repeat(() => json(ravi.token, 'go_on')),
    repeat(() => hangUp(asha.token), 4),
    repeat(() => hangUp(ravi.token), 4),
  )
  await racer.waitUntilSettled(asha.person.id)
  const { state, fee, charged } = (await readBooking()) ?? {}
  const cost = Number(charged ?? fee ?? 0)
  expectEqual(`all money of the student after a ${state} booking`, await moneyOf(asha.person.id), rupees(1_000) - cost)
  expectEqual('the wallet after a booking that is over', await racer.walletOf(asha.person.id), rupees(1_000) - cost)
}

async function openCast({ people, system }: Racer) {
  const [asha, bela, ravi] = [await people.student(), await people.student(), await people.expert()]
  for (const { person } of [asha, bela]) await giveMoney(system, person.id, rupees(1_000))
  await saveSchedule(people.ctxAs({ ...ravi.person, approval: 'approved' }), aroundTheClock)
  return { asha, bela, ravi }
}

function bookAs({ ravi }: Cast, token: string, startsAt: Date) {
  const fixed = { minutes: '30', zone: 'Asia/Kolkata', callType: 'video', rate: '1000', question: 'Why?' }
  const form = { ...fixed, id: randomUUID(), startsAt: startsAt.toISOString() }
  return { token, path: `/expert/details/${ravi.expertId}/book`, form }
}

function act(token: string, path: string, fields: Fields) {
  return { token, path, form: { shownFeePaise: '0', ...fields } }
}

/** The price of each open booking is held, and nothing else. */
async function expectHeldForBookings({ read, expectEqual, walletOf, moneyOf }: Racer, studentId: string) {
  const [held] = await read(sql<{ sum: number }>`
    select coalesce(sum(minutes * rate_paise_per_minute), 0)::int as sum from bookings
    where student_id = ${studentId} and state = 'booked'`)
  expectEqual('the wallet while bookings are open', await walletOf(studentId), rupees(1_000) - (held?.sum ?? 0))
  expectEqual('all money of a student', await moneyOf(studentId), rupees(1_000))
}
