import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, test } from 'vitest'
import { resolveNoShow } from '#domain/bookings/resolve-no-show.server.ts'
import { agreeToContinue } from '#domain/bookings/agree-to-continue.server.ts'
import { joinBooking } from '#domain/bookings/join-booking.server.ts'
import { rescheduleBooking } from '#domain/bookings/reschedule-booking.server.ts'
import type { Person } from '#domain/policy.ts'
import { expireSession } from '#domain/sessions/expire-session.server.ts'
import { hangUp } from '#domain/sessions/hang-up.server.ts'
import { joinSession } from '#domain/sessions/join-session.server.ts'
import { extendSessions, leaseSession, saveReadings } from '#domain/sessions/meter-rows.server.ts'
import { settleSession } from '#domain/sessions/settle-session.server.ts'
import type { Side } from '#domain/sessions/states.ts'
import { auditMoney } from '#domain/wallet/audit-money.server.ts'
import type { SessionId } from '#kernel/ids.ts'
import { bookingRow, countTaken, createBookingCast, jobsOfBooking } from '#tests/bookings.ts'
import { useDatabase } from '#tests/database.ts'
import { goOnline } from '#tests/experts.ts'
import { listJobsWith } from '#tests/jobs.ts'
import { balanceOf, statementOf, sumOfBooks } from '#tests/money.ts'
import { sessionRow, timeline } from '#tests/sessions.ts'
import { newSignedInPerson } from '#tests/signed-in-people.ts'

const database = useDatabase()
const db = () => database.db()
const cast = createBookingCast(database.as)
const { ctxAs, system, clock } = cast
const refusal = (code: string) => expect.objectContaining({ code })
const readWallet = (id: string) => balanceOf(db(), 'student_wallet', id)
const readEarnings = (id: string) => balanceOf(db(), 'expert_earnings', id)
const minutesToMs = (count: number) => count * 60_000

afterEach(async () => {
  if ((await sumOfBooks(db())) !== 0) throw new Error('the books do not balance')
})

/** Asha books Ravi for half an hour: ₹300 of her ₹1,000. */
async function createBooking(amount = 1_000) {
  const [asha, ravi] = [await cast.student(amount), await cast.bookable()]
  const startsAt = cast.inHours(30)
  const id = await cast.book(asha, ravi.expertId, startsAt)
  return { asha, ravi: ravi.person, expertId: ravi.expertId, startsAt, id }
}

/** Both join at the start. */
async function startSession(amount = 1_000) {
  const session = await createBooking(amount)
  cast.moveTo(session.startsAt)
  await cast.join(session.asha, session.id)
  await cast.join(session.ravi, session.id)
  return session
}

/** A process meters this much shared time. */
async function measure(id: SessionId, liveMs: number): Promise<string> {
  const nodeId = randomUUID()
  await leaseSession(system(), { id, nodeId })
  const reading = { sessionId: id, state: 'live' as const, liveMs, interruptions: 0, interruptedMs: 0 }
  await saveReadings(system(), { nodeId, readings: [reading], events: [] })
  return nodeId
}

/** Records that a side lost its connection. */
async function recordLoss(id: SessionId, nodeId: string, side: Side, stillSpeaks = false): Promise<void> {
  const reading = { sessionId: id, liveMs: minutesToMs(2), interruptions: 1, interruptedMs: 0 }
  const lost = { sessionId: id, what: 'lost' as const, side, details: { stillSpeaks } }
  await saveReadings(system(), {
    nodeId,
    readings: [{ ...reading, state: 'interrupted' }],
    events: [lost],
  })
}

async function talk(session: Awaited<ReturnType<typeof startSession>>, liveMs: number, leaver: Person) {
  const nodeId = await measure(session.id, liveMs)
  await hangUp(ctxAs(leaver), { id: session.id })
  await settleSession(system(), { id: session.id, metered: { nodeId, liveMs } })
}

describe('joining a booked session', () => {
  test('starts it once both are present, from five minutes before', async () => {
    const { asha, ravi, startsAt, id } = await createBooking()
    cast.moveTo(startsAt, -5)
    expect(await cast.join(asha, id)).toEqual({ id, state: 'waiting', isOtherHere: false })
    clock.advance(20_000)
    cast.publishedTopics.length = 0
    expect(await cast.join(ravi, id)).toEqual({ id, state: 'begun', isOtherHere: true })
    expect(await cast.join(asha, id)).toEqual({ id, state: 'begun', isOtherHere: true })
    expect(await sessionRow(db(), id)).toMatchObject({
      state: 'connecting',
      question: expect.stringContaining('sky'),
      held_paise: 300_00,
      least_paise: 75_00,
      may_extend: false,
      cut_at: new Date(startsAt.getTime() + minutesToMs(30)),
      connect_until: new Date(startsAt.getTime() + minutesToMs(10)),
    })
    expect((await bookingRow(db(), id)).state).toBe('begun')
    expect(await timeline(db(), id)).toEqual(['begun'])
    expect(await countTaken(db(), ravi.id)).toBe(1)
    expect(cast.publishedTopics).toEqual(expect.arrayContaining([`session:${id}`, `rings:${asha.id}`]))
    for (const person of [asha, ravi]) expect(await joinSession(ctxAs(person), { id })).toMatchObject({ epoch: 1 })
    expect(await auditMoney(system())).toEqual([])
  })

  test('begins with the board of the earlier session that the student chose', async () => {
    const first = await startSession()
    await talk(first, minutesToMs(2), first.asha)
    const startsAt = cast.inHours(30)
    const id = await cast.book(first.asha, first.expertId, startsAt, { continues: first.id })
    cast.moveTo(startsAt)
    for (const person of [first.asha, first.ravi]) await cast.join(person, id)
    expect(await sessionRow(db(), id)).toMatchObject({ state: 'connecting', continues_id: first.id })
    const jobs = await listJobsWith(db(), { sessionId: id })
    expect(jobs.map(({ name }) => name)).toContain('continue_board')
    const plain = await startSession()
    expect((await listJobsWith(db(), { sessionId: plain.id })).map(({ name }) => name)).not.toContain('continue_board')
  })

  test('does not start it when the other side has left again', async () => {
    const { asha, ravi, startsAt, id } = await createBooking()
    cast.moveTo(startsAt, -5)
    await cast.join(asha, id)
    clock.advance(30_000)
    expect(await cast.join(ravi, id)).toEqual({ id, state: 'waiting', isOtherHere: false })
    expect(await cast.join(asha, id)).toMatchObject({ state: 'begun' })
  })

  test('starts one session, however many tabs join at the same time', async () => {
    const { asha, ravi, startsAt, id } = await createBooking()
    cast.moveTo(startsAt)
    const tabs = [asha, ravi, asha, ravi, asha, ravi]
    await Promise.all(tabs.map((person) => cast.join(person, id)))
    expect(await cast.join(asha, id)).toMatchObject({ state: 'begun' })
    expect(await timeline(db(), id)).toEqual(['begun'])
  })

  test('waits while either side is in another session', async () => {
    const { asha, ravi, expertId, startsAt, id } = await createBooking()
    await goOnline(database.as, { person: ravi })
    cast.moveTo(startsAt, -10)
    const call = await cast.ask(await cast.student(), expertId)
    cast.moveTo(startsAt)
    for (const person of [asha, ravi]) await cast.join(person, id)
    expect(await cast.join(asha, id)).toEqual({ id, state: 'waiting', isOtherHere: true })
    await expireSession(system(), { sessionId: call })
    expect(await cast.join(asha, id)).toMatchObject({ state: 'begun' })
  })

  test('is refused too early, too late, and for other people', async () => {
    const { asha, ravi, startsAt, id } = await createBooking()
    await expect(cast.join(asha, id)).rejects.toEqual(refusal('booking_too_early'))
    cast.moveTo(startsAt, -5)
    const { person: meera } = await newSignedInPerson(database.as, 'team')
    for (const other of [await cast.student(0), (await cast.bookable()).person, meera])
      await expect(cast.join(other, id)).rejects.toEqual(refusal('no_such_booking'))
    for (const approval of ['pending', 'suspended'] as const)
      await expect(cast.join({ ...ravi, approval }, id)).rejects.toEqual(refusal('not_allowed'))
    await expect(joinBooking(ctxAs({ kind: 'visitor', address: '' }), { id })).rejects.toEqual(refusal('not_signed_in'))
    await expect(joinBooking(ctxAs(asha), { id: 'x' })).rejects.toEqual(refusal('invalid_input'))
    cast.moveTo(startsAt, 10)
    await expect(cast.join(asha, id)).rejects.toEqual(refusal('booking_over'))
  })
})

describe('a no-show', () => {
  const decide = (id: SessionId) => resolveNoShow(system(), { bookingId: id })

  /** Stays present from the start to the decision. */
  async function waitFor(startsAt: Date, id: SessionId, ...people: Person[]) {
    for (const minute of [0, 9.5]) {
      cast.moveTo(startsAt, minute)
      for (const person of people) await cast.join(person, id)
    }
    cast.moveTo(startsAt, 10)
  }

  test('is decided ten minutes after the start, and not before', async () => {
    const { asha, startsAt, id } = await createBooking()
    cast.moveTo(startsAt)
    await cast.join(asha, id)
    cast.moveTo(startsAt, 9)
    await decide(id)
    expect((await bookingRow(db(), id)).state).toBe('booked')
    // The job is enqueued again for the right time, once.
    const planned = (await jobsOfBooking(db(), id)).filter(({ name }) => name === 'decide_booking')
    expect(planned.map((job) => job.runAt)).toEqual([new Date(startsAt.getTime() + minutesToMs(10))])
  })

  test('by the expert releases everything once, however often the job runs', async () => {
    const { asha, ravi, startsAt, id } = await createBooking()
    await waitFor(startsAt, id, asha)
    await Promise.all(Array.from({ length: 10 }, () => decide(id)))
    await decide(id)
    expect(await bookingRow(db(), id)).toMatchObject({ state: 'missed', absent: 'expert', fee_paise: 0 })
    expect(await readWallet(asha.id)).toBe(1_000_00)
    expect(await statementOf(db(), asha.id)).toEqual([1_000_00])
    expect(await countTaken(db(), ravi.id)).toBe(0)
    const changes = (await jobsOfBooking(db(), id)).map((job) => job.change)
    expect(changes.filter((each) => each === 'missed')).toHaveLength(2)
    await expect(cast.join(asha, id)).rejects.toEqual(refusal('booking_moved_on'))
  })

  test('by the student costs the late cancellation fee', async () => {
    const { asha, ravi, startsAt, id } = await createBooking()
    await waitFor(startsAt, id, ravi)
    await Promise.all([decide(id), decide(id)])
    expect(await bookingRow(db(), id)).toMatchObject({ state: 'missed', absent: 'student', fee_paise: 75_00 })
    expect(await readWallet(asha.id)).toBe(925_00)
    expect(await readEarnings(ravi.id)).toBe(60_00)
  })

  test('by the student costs nothing if the expert did not wait', async () => {
    const { asha, ravi, startsAt, id } = await createBooking()
    cast.moveTo(startsAt, 8)
    await cast.join(ravi, id)
    cast.moveTo(startsAt, 10)
    await decide(id)
    expect(await bookingRow(db(), id)).toMatchObject({ state: 'missed', absent: 'student', fee_paise: 0 })
    expect(await readWallet(asha.id)).toBe(1_000_00)
  })

  test('by the student costs nothing at a time that the expert chose', async () => {
    const { asha, ravi, id } = await createBooking()
    const startsAt = cast.inHours(40)
    await rescheduleBooking(ctxAs(ravi), { id, startsAt })
    await waitFor(startsAt, id, ravi)
    await decide(id)
    expect(await bookingRow(db(), id)).toMatchObject({ absent: 'student', fee_paise: 0 })
    expect(await readWallet(asha.id)).toBe(1_000_00)
  })

  test('by both sides, or by two sides that join at different times, releases everything', async () => {
    const missed = await createBooking()
    await waitFor(missed.startsAt, missed.id)
    await decide(missed.id)
    expect(await bookingRow(db(), missed.id)).toMatchObject({ absent: 'both', fee_paise: 0 })
    const apart = await createBooking()
    cast.moveTo(apart.startsAt)
    await cast.join(apart.asha, apart.id)
    cast.moveTo(apart.startsAt, 9)
    await cast.join(apart.ravi, apart.id)
    cast.moveTo(apart.startsAt, 10)
    await decide(apart.id)
    expect(await bookingRow(db(), apart.id)).toMatchObject({ absent: 'neither', fee_paise: 0 })
    expect(await readWallet(apart.asha.id)).toBe(1_000_00)
  })

  test('cannot be decided by people', async () => {
    const { asha, ravi, id } = await createBooking()
    for (const person of [asha, ravi])
      await expect(resolveNoShow(ctxAs(person), { bookingId: id })).rejects.toEqual(refusal('not_allowed'))
  })

  test('is not decided for a started session, and a session that never connects costs nothing', async () => {
    const { asha, ravi, startsAt, id } = await startSession()
    cast.moveTo(startsAt, 10)
    await decide(id)
    expect((await bookingRow(db(), id)).state).toBe('begun')
    await expireSession(system(), { sessionId: id })
    expect((await sessionRow(db(), id)).state).toBe('failed_to_connect')
    expect(await readWallet(asha.id)).toBe(1_000_00)
    expect(await countTaken(db(), ravi.id)).toBe(0)
  })
})

describe('the end of a booked session', () => {
  test('by the expert releases the unused minutes', async () => {
    const session = await startSession()
    await talk(session, minutesToMs(12) - 1, session.ravi)
    expect(await readWallet(session.asha.id)).toBe(880_00)
    expect(await readEarnings(session.ravi.id)).toBe(96_00)
    expect(await sessionRow(db(), session.id)).toMatchObject({ billed_minutes: 12, charged_paise: 120_00 })
    expect(await countTaken(db(), session.ravi.id)).toBe(0)
  })

  test('by the student costs the used minutes, and at least the late cancellation fee', async () => {
    const long = await startSession()
    await talk(long, minutesToMs(12), long.asha)
    expect(await readWallet(long.asha.id)).toBe(880_00)
    expect(await sessionRow(db(), long.id)).toMatchObject({ billed_minutes: 12, charged_paise: 120_00 })
    const short = await startSession()
    await talk(short, minutesToMs(2), short.asha)
    expect(await readWallet(short.asha.id)).toBe(925_00)
    expect(await readEarnings(short.ravi.id)).toBe(60_00)
    expect(await sessionRow(db(), short.id)).toMatchObject({ billed_minutes: 2, charged_paise: 75_00 })
    const expertLeft = await startSession()
    await talk(expertLeft, minutesToMs(2), expertLeft.ravi)
    expect(await readWallet(expertLeft.asha.id)).toBe(980_00)
    expect(await auditMoney(system())).toEqual([])
  })

  test('by the student, at a time that the expert chose, costs the used minutes', async () => {
    const session = await createBooking()
    const startsAt = cast.inHours(40)
    await rescheduleBooking(ctxAs(session.ravi), { id: session.id, startsAt })
    cast.moveTo(startsAt)
    for (const person of [session.asha, session.ravi]) await cast.join(person, session.id)
    expect(await sessionRow(db(), session.id)).toMatchObject({ least_paise: 0 })
    await talk(session, minutesToMs(2), session.asha)
    expect(await readWallet(session.asha.id)).toBe(980_00)
  })

  test('by a student whose expert was lost costs the used minutes', async () => {
    const session = await startSession()
    const nodeId = await measure(session.id, minutesToMs(2))
    await recordLoss(session.id, nodeId, 'expert')
    await hangUp(ctxAs(session.asha), { id: session.id })
    await settleSession(system(), { id: session.id, metered: { nodeId, liveMs: minutesToMs(2) } })
    expect(await readWallet(session.asha.id)).toBe(980_00)
  })

  test('by a broken connection costs the used minutes, and by an absent student at least a quarter', async () => {
    const endings = [
      { stillSpeaks: true, reason: 'side_lost', balance: 980_00 },
      { stillSpeaks: false, reason: 'interrupted_too_often', balance: 980_00 },
      { stillSpeaks: false, reason: 'side_lost', balance: 925_00 },
    ]
    for (const { stillSpeaks, reason, balance } of endings) {
      const session = await startSession()
      const nodeId = await measure(session.id, minutesToMs(2))
      await recordLoss(session.id, nodeId, 'student', stillSpeaks)
      const measured = { nodeId, liveMs: minutesToMs(2) }
      await settleSession(system(), { id: session.id, metered: measured, ended: { reason, lost: 'student' } })
      expect(await readWallet(session.asha.id)).toBe(balance)
    }
  })

  test('before both sides were connected costs nothing, no matter which side hangs up', async () => {
    for (const side of ['asha', 'ravi'] as const) {
      const session = await startSession()
      await hangUp(ctxAs(session[side]), { id: session.id })
      expect(await readWallet(session.asha.id)).toBe(1_000_00)
    }
  })
})

describe('continuing after the booked minutes', () => {
  const extendHold = (id: SessionId) => extendSessions(system(), [{ id, more: true }])

  test('needs both sides, and then extends the hold step by step up to the next booking', async () => {
    const { asha, ravi, expertId, startsAt, id } = await startSession()
    const next = new Date(startsAt.getTime() + minutesToMs(120))
    await cast.book(await cast.student(1_000), expertId, next)
    await measure(id, minutesToMs(29))
    expect((await extendHold(id)).get(id)).toEqual({
      heldMinutes: 30,
      affordableMinutes: 0,
      msUntilCutOff: minutesToMs(30),
    })
    expect(await agreeToContinue(ctxAs(asha), { id })).toBe(false)
    expect(await agreeToContinue(ctxAs(asha), { id })).toBe(false)
    expect((await extendHold(id)).get(id)).toMatchObject({ heldMinutes: 30 })
    cast.publishedTopics.length = 0
    expect(await agreeToContinue(ctxAs(ravi), { id })).toBe(true)
    expect(cast.publishedTopics).toContain(`session:${id}`)
    expect((await extendHold(id)).get(id)).toEqual({
      heldMinutes: 35,
      affordableMinutes: 65,
      msUntilCutOff: minutesToMs(120),
    })
    expect(await readWallet(asha.id)).toBe(650_00)
    const { meter_node: nodeId } = await sessionRow(db(), id)
    await settleSession(system(), {
      id,
      ended: { reason: 'time_over', lost: null },
      metered: { nodeId: nodeId ?? '', liveMs: minutesToMs(33) },
    })
    expect(await readWallet(asha.id)).toBe(670_00)
  })

  test('adds only time after the booked end, even when both joined early', async () => {
    const { asha, ravi, expertId, startsAt, id } = await createBooking()
    const before = await cast.book(await cast.student(1_000), expertId, new Date(startsAt.getTime() - minutesToMs(30)))
    cast.moveTo(startsAt, -3)
    for (const person of [asha, ravi]) await cast.join(person, id)
    for (const person of [asha, ravi]) await agreeToContinue(ctxAs(person), { id })
    const rows = await db().selectFrom('expert_time').select('subject_id').where('expert_id', '=', ravi.id).execute()
    expect(new Set(rows.map((row) => row.subject_id))).toEqual(new Set([before, id]))
    expect((await sessionRow(db(), id)).cut_at).toEqual(new Date(startsAt.getTime() + minutesToMs(177)))
  })

  test('is refused when the expert is booked right after, and for other people', async () => {
    const { asha, ravi, expertId, startsAt, id } = await startSession()
    await expect(agreeToContinue(ctxAs(await cast.student(0)), { id })).rejects.toEqual(refusal('no_such_booking'))
    await expect(agreeToContinue(ctxAs({ kind: 'visitor', address: '' }), { id })).rejects.toEqual(
      refusal('not_signed_in'),
    )
    await expect(agreeToContinue(ctxAs(asha), { id: 'x' })).rejects.toEqual(refusal('invalid_input'))
    cast.moveTo(startsAt, -120)
    await cast.book(await cast.student(1_000), expertId, new Date(startsAt.getTime() + minutesToMs(30)))
    cast.moveTo(startsAt, 26)
    await expect(agreeToContinue(ctxAs(ravi), { id })).rejects.toEqual(refusal('no_time_to_go_on'))
    const other = await createBooking()
    await expect(agreeToContinue(ctxAs(other.asha), { id: other.id })).rejects.toEqual(refusal('booking_moved_on'))
  })
})
