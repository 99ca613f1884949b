import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { cancelBooking } from '#domain/bookings/cancel-booking.server.ts'
import { getTeamPerson } from '#domain/people/queries.server.ts'
import { getPersonHistory } from '#domain/people/history.server.ts'
import type { Person } from '#domain/policy.ts'
import { requestRefund } from '#domain/refunds/request-refund.server.ts'
import { giveFeedback } from '#domain/reviews/give-feedback.server.ts'
import { writeSummary } from '#domain/reviews/write-summary.server.ts'
import { reviewSession } from '#domain/reviews/review-session.server.ts'
import { setBlocked } from '#domain/sessions/block-person.server.ts'
import { reportPerson } from '#domain/sessions/report-person.server.ts'
import type { SessionId } from '#kernel/ids.ts'
import { createBookingCast } from '#tests/bookings.ts'
import { useDatabase } from '#tests/database.ts'
import { rupees } from '#tests/money.ts'
import { newFeedback, newSummary } from '#tests/reviews.ts'
import { createCast, completeCall } from '#tests/sessions.ts'
import { newSignedInPerson } from '#tests/signed-in-people.ts'

const database = useDatabase()
const cast = createCast(database.as)
const { ctxAs } = cast
const refusal = (code: string) => expect.objectContaining({ code })
let meera: Person
let asha: Person
let ravi: Person
let sessionId: SessionId

beforeAll(async () => {
  meera = (await newSignedInPerson(database.as, 'team')).person
  asha = await cast.student(100)
  const expert = await cast.expert()
  ravi = expert.person
  sessionId = await cast.ask(asha, expert.expertId)
  await completeCall(ctxAs, { student: asha, expert: ravi, id: sessionId, liveMs: 130_000 })
  await reviewSession(ctxAs(asha), { sessionId, rating: 2, comment: 'Too fast.' })
  await giveFeedback(ctxAs(ravi), newFeedback(sessionId))
  await writeSummary(ctxAs(ravi), newSummary(sessionId, { next: '' }))
  await requestRefund(ctxAs(asha), { id: randomUUID(), sessionId, reason: 'I heard nothing.' })
  await reportPerson(ctxAs(asha), { id: randomUUID(), sessionId, text: 'He was rude.' })
  await setBlocked(ctxAs(asha), { id: sessionId, blocked: true })
})

test('a student’s history contains sessions, money, reviews and feedback', async () => {
  const other = { id: ravi.id, name: 'Ravi Nair' }
  const history = await getPersonHistory(ctxAs(meera), asha.id)
  expect(history).toMatchObject({
    signIns: [{ userAgent: 'a test' }],
    sessions: [{ id: sessionId, side: 'student', other, state: 'settled', billedMinutes: 3, chargedPaise: rupees(30) }],
    money: {
      available: rupees(70),
      onHold: 0,
      lines: [{ amount: rupees(-30) }, { amount: rupees(100), description: 'Money added' }],
      withdrawals: [],
    },
    refunds: [{ sessionId, state: 'asked', refunded: null, fault: null }],
    reviews: { given: [{ rating: 2, comment: 'Too fast.', other, isHidden: false }], received: [] },
    feedback: { given: [], received: [{ other, words: expect.arrayContaining(['Keeps trying']) }] },
    summaries: {
      written: [],
      received: [
        { sessionId, other, words: ['Why ice floats: its density', 'Three problems about ice'], isHidden: false },
      ],
    },
    reports: { by: [{ words: 'He was rude.', other }], about: [] },
    blocks: { by: 1, of: 0 },
  })
  expect(JSON.stringify(history)).not.toMatch(/token|203\.0\.113|@samjhao/)
})

test('bookings and their outcome are in the history of both sides', async () => {
  const bookings = createBookingCast(database.as)
  const [student, expert] = [await bookings.student(600), await bookings.bookable()]
  const [inFiveHours, inFiftyHours] = [bookings.inHours(5), bookings.inHours(50)]
  const cancelledId = await bookings.book(student, expert.expertId, inFiveHours)
  await cancelBooking(ctxAs(student), { id: cancelledId, shownFeePaise: 75_00 })
  const upcomingId = await bookings.book(student, expert.expertId, inFiftyHours)
  const expected = [
    { id: upcomingId, startsAt: inFiftyHours, minutes: 30, state: 'booked', cancelledBy: null, feePaise: null },
    { id: cancelledId, startsAt: inFiveHours, state: 'cancelled', cancelledBy: 'student', feePaise: rupees(75) },
  ]
  for (const [person, side, other] of [
    [student, 'student', expert.person],
    [expert.person, 'expert', student],
  ] as const) {
    const { bookings: shown } = await getPersonHistory(ctxAs(meera), person.id)
    expect(shown).toMatchObject(expected)
    for (const booking of shown) expect(booking).toMatchObject({ side, other: { id: other.id } })
  }
})

test('an expert’s history shows the other side', async () => {
  expect(await getPersonHistory(ctxAs(meera), ravi.id)).toMatchObject({
    sessions: [{ id: sessionId, side: 'expert', other: { id: asha.id } }],
    money: { available: rupees(24) },
    refunds: [{ sessionId }],
    reviews: { given: [], received: [{ rating: 2 }] },
    feedback: { given: [{ sessionId }], received: [] },
    summaries: { written: [{ sessionId, other: { id: asha.id } }], received: [] },
    reports: { by: [], about: [{ words: 'He was rude.' }] },
    blocks: { by: 0, of: 1 },
  })
})

test('the account has masked data, and an unknown person is refused', async () => {
  const person = await getTeamPerson(ctxAs(meera), ravi.id)
  expect(person).toMatchObject({
    name: 'Ravi Nair',
    role: 'expert',
    state: 'active',
    maskedEmail: 'p•••@samjhao.example',
    maskedPhone: '••• 21',
    suspension: null,
    approval: 'approved',
  })
  for (const id of [randomUUID(), 'no id']) {
    await expect(getTeamPerson(ctxAs(meera), id)).rejects.toEqual(refusal('nothing_there'))
  }
})

test.each(['student', 'expert', 'team member without a second factor'])(
  'the history is refused to a %s',
  async (user) => {
    const people: Record<string, Person> = { student: asha, expert: ravi }
    const person = people[user] ?? { ...meera, secondFactorMissing: true }
    await expect(getPersonHistory(ctxAs(person), asha.id)).rejects.toEqual(refusal('not_allowed'))
    await expect(getTeamPerson(ctxAs(person), asha.id)).rejects.toEqual(refusal('not_allowed'))
  },
)

test('the history is refused to a visitor', async () => {
  const visitor = ctxAs({ kind: 'visitor', address: '203.0.113.9' })
  await expect(getPersonHistory(visitor, asha.id)).rejects.toEqual(refusal('not_signed_in'))
  await expect(getTeamPerson(visitor, asha.id)).rejects.toEqual(refusal('not_signed_in'))
})
