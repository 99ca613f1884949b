import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { cancelBooking } from '#domain/bookings/cancel-booking.server.ts'
import { resolveNoShow } from '#domain/bookings/resolve-no-show.server.ts'
import { rescheduleBooking } from '#domain/bookings/reschedule-booking.server.ts'
import type { Person } from '#domain/policy.ts'
import { hangUp } from '#domain/sessions/hang-up.server.ts'
import { type Side, sides } from '#domain/sessions/states.ts'
import { auditMoney } from '#domain/wallet/audit-money.server.ts'
import type { SessionId } from '#kernel/ids.ts'
import { bookingMinutes } from '#kernel/limits.ts'
import { Refusal } from '#kernel/refusals.ts'
import { createBookingCast } from '#tests/bookings.ts'
import { useDatabase } from '#tests/database.ts'
import { balanceOf, sumOfBooks } from '#tests/money.ts'

const database = useDatabase()
const db = () => database.db()
const hourMs = 3_600_000
const startRupees = 5_000
const hoursAhead = [1.25, 1.5, 2, 3, 25, 26, 48]

const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      act: fc.constant('book' as const),
      student: fc.nat({ max: 1 }),
      expert: fc.nat({ max: 1 }),
      hours: fc.constantFrom(...hoursAhead),
      minutes: fc.constantFrom(...bookingMinutes),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      act: fc.constantFrom('cancel' as const, 'join' as const),
      which: fc.nat({ max: 9 }),
      side: fc.constantFrom<Side>(...sides),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      act: fc.constant('move' as const),
      which: fc.nat({ max: 9 }),
      side: fc.constantFrom<Side>(...sides),
      hours: fc.constantFrom(...hoursAhead),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ act: fc.constant('wait' as const), hours: fc.constantFrom(0.25, 1, 2, 24) }),
  },
  // Jumps to the start of a booking, where most rules apply.
  {
    weight: 3,
    arbitrary: fc.record({
      act: fc.constant('due' as const),
      which: fc.nat({ max: 9 }),
      minutes: fc.constantFrom(-3, 2, 9, 11),
    }),
  },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('decide' as const), which: fc.nat({ max: 9 }) }) },
)
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

/** The expected state of a booking by the rules of decision 21, in the simplest form. */
type BookedRecord = {
  id: SessionId
  student: Person
  expert: Person
  startsAt: number
  minutes: number
  terms: 'usual' | 'free' | 'fee'
  joinedAt: Partial<Record<Side, number>>
  state: 'open' | 'closed'
  fee: number
}

async function runSteps(steps: Step[]) {
  const cast = createBookingCast(database.as)
  const students = [await cast.student(startRupees), await cast.student(startRupees)]
  const experts = [await cast.bookable(), await cast.bookable()]
  const all: BookedRecord[] = []
  let succeeded = 0
  const nowMs = () => cast.clock.now().getTime()
  const pricePaise = ({ minutes }: BookedRecord) => minutes * 10_00
  const isLate = ({ startsAt }: BookedRecord) => nowMs() > startsAt - 24 * hourMs
  /** Returns whether the action succeeded. A refusal must change nothing. */
  const succeeds = async (act: Promise<unknown>) => {
    const error = await act.then(
      () => null,
      (thrown: unknown) => thrown,
    )
    if (error !== null && !(error instanceof Refusal)) throw error
    if (error === null) succeeded += 1
    return error === null
  }
  const end = (booked: BookedRecord, fee: number) => Object.assign(booked, { state: 'closed', fee })

  async function cancel(booked: BookedRecord, side: Side) {
    const isFree = side === 'expert' || booked.terms === 'free' || (booked.terms === 'usual' && !isLate(booked))
    const act = cancelBooking(cast.ctxAs(booked[side]), { id: booked.id, shownFeePaise: pricePaise(booked) })
    if ((await succeeds(act)) && booked.state === 'open') end(booked, isFree ? 0 : pricePaise(booked) / 4)
  }

  async function move(booked: BookedRecord, side: Side, to: Date) {
    const wasLate = isLate(booked)
    const isSame = to.getTime() === booked.startsAt
    if (!(await succeeds(rescheduleBooking(cast.ctxAs(booked[side]), { id: booked.id, startsAt: to }))) || isSame)
      return
    booked.startsAt = to.getTime()
    if (side === 'expert') booked.terms = 'free'
    else if (booked.terms === 'free') booked.terms = 'usual'
    else if (wasLate) booked.terms = 'fee'
  }

  async function joinSide(booked: BookedRecord, side: Side) {
    if (!(await succeeds(cast.join(booked[side], booked.id))) || booked.state === 'closed') return
    booked.joinedAt[side] = nowMs()
    if (booked.joinedAt.student !== booked.joinedAt.expert) return
    // Both sides are present, so the session begins. The expert ends it before they are connected.
    await hangUp(cast.ctxAs(booked.expert), { id: booked.id })
    end(booked, 0)
  }

  async function decide(booked: BookedRecord) {
    await resolveNoShow(cast.system(), { bookingId: booked.id })
    if (booked.state === 'closed' || nowMs() < booked.startsAt + 10 * 60_000) return
    const hasJoined = (side: Side) => (booked.joinedAt[side] ?? 0) >= booked.startsAt
    const hasWaited = (booked.joinedAt.expert ?? 0) >= booked.startsAt + 9 * 60_000
    end(booked, hasWaited && !hasJoined('student') && booked.terms !== 'free' ? pricePaise(booked) / 4 : 0)
  }

  for (const each of steps) {
    if (each.act === 'wait') cast.clock.advance(each.hours * hourMs)
    else if (each.act === 'book') {
      const student = students[each.student] as Person
      const expert = experts[each.expert] as (typeof experts)[number]
      const startsAt = cast.inHours(each.hours)
      const { minutes } = each
      let id: SessionId | undefined
      await succeeds(cast.book(student, expert.expertId, startsAt, { minutes }).then((made) => (id = made)))
      const common = { student, expert: expert.person, startsAt: startsAt.getTime(), minutes }
      if (id) all.push({ ...common, id, terms: 'usual', joinedAt: {}, state: 'open', fee: 0 })
    } else {
      const open = all.filter(({ state }) => state === 'open')
      // Mostly chooses open bookings, and sometimes closed bookings, where nothing may change.
      const chosen = each.which < 8 && open.length > 0 ? open : all
      const booked = chosen[each.which % Math.max(1, chosen.length)]
      if (!booked) continue
      if (each.act === 'cancel') await cancel(booked, each.side)
      if (each.act === 'join') await joinSide(booked, each.side)
      if (each.act === 'move') await move(booked, each.side, cast.inHours(each.hours))
      if (each.act === 'decide') await decide(booked)
      const due = booked.startsAt - nowMs()
      if (each.act === 'due' && due > 0) cast.clock.advance(due + each.minutes * 60_000)
    }
  }
  return { cast, students, experts, all, succeeded }
}

/** A late cancellation and a student no-show, so that every run has fees. */
const withFees: Step[] = [
  { act: 'book', student: 0, expert: 0, hours: 1.5, minutes: 30 },
  { act: 'cancel', which: 0, side: 'student' },
  { act: 'book', student: 1, expert: 1, hours: 1.5, minutes: 30 },
  { act: 'due', which: 0, minutes: 9 },
  { act: 'join', which: 0, side: 'expert' },
  { act: 'wait', hours: 0.25 },
  { act: 'decide', which: 0 },
]

test('for any history of bookings, balances follow the rules and no bookings overlap', async () => {
  let succeeded = 0
  let feeCount = 0
  const property = fc.asyncProperty(fc.array(step, { minLength: 15, maxLength: 40 }), async (steps) => {
    const result = await runSteps(steps)
    const open = result.all.filter(({ state }) => state === 'open')
    for (const { id } of result.students) {
      const own = result.all.filter(({ student }) => student.id === id)
      const spentPaise = own.reduce(
        (sum, { state, fee, minutes }) => sum + (state === 'open' ? minutes * 10_00 : fee),
        0,
      )
      expect(await balanceOf(db(), 'student_wallet', id)).toBe(startRupees * 100 - spentPaise)
    }
    for (const { person } of result.experts) {
      const fees = result.all.filter(({ expert }) => expert.id === person.id).map(({ fee }) => Math.floor(fee * 0.8))
      expect(await balanceOf(db(), 'expert_earnings', person.id)).toBe(fees.reduce((sum, fee) => sum + fee, 0))
    }
    const { rows: taken } = await sql<{ id: string }>`select subject_id as id from expert_time
      where expert_id = any(${result.experts.map(({ person }) => person.id)}::uuid[])`.execute(db())
    expect(new Set(taken.map(({ id }) => id))).toEqual(new Set(open.map(({ id }) => id)))
    const overlapping = open.flatMap((first, index) =>
      open
        .slice(index + 1)
        .filter(
          (second) =>
            (first.student.id === second.student.id || first.expert.id === second.expert.id) &&
            first.startsAt < second.startsAt + second.minutes * 60_000 &&
            second.startsAt < first.startsAt + first.minutes * 60_000,
        ),
    )
    expect(overlapping).toEqual([])
    expect(await sumOfBooks(db())).toBe(0)
    succeeded += result.succeeded
    feeCount += result.all.filter(({ fee }) => fee > 0).length
  })
  await fc.assert(property, { numRuns: 20, examples: [[withFees]] })
  expect(await auditMoney(database.as({ kind: 'system' }))).toEqual([])
  expect(succeeded).toBeGreaterThan(60)
  expect(feeCount).toBeGreaterThan(1)
})
