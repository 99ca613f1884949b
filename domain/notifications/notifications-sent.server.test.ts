import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { changePassword } from '#domain/sign-in/change-password.server.ts'
import { signIn } from '#domain/sign-in/sign-in.server.ts'
import { acceptApplication } from '#domain/applications/accept-application.server.ts'
import { cancelBooking } from '#domain/bookings/cancel-booking.server.ts'
import { resolveNoShow } from '#domain/bookings/resolve-no-show.server.ts'
import { remindOfBooking } from '#domain/bookings/remind-of-booking.server.ts'
import { rescheduleBooking } from '#domain/bookings/reschedule-booking.server.ts'
import { requestRefund } from '#domain/refunds/request-refund.server.ts'
import { grantRefund } from '#domain/refunds/grant-refund.server.ts'
import { refuseRefund } from '#domain/refunds/refuse-refund.server.ts'
import { answerReview } from '#domain/reviews/answer-review.server.ts'
import { changeSummary } from '#domain/reviews/change-summary.server.ts'
import { giveFeedback } from '#domain/reviews/give-feedback.server.ts'
import { listReviews } from '#domain/reviews/review-queries.server.ts'
import { reviewSession } from '#domain/reviews/review-session.server.ts'
import { writeSummary } from '#domain/reviews/write-summary.server.ts'
import { expireSession } from '#domain/sessions/expire-session.server.ts'
import { returnMoney } from '#domain/wallet/return-money.server.ts'
import { returnUnusedMoney } from '#domain/wallet/return-unused-money.server.ts'
import { approveWithdrawal } from '#domain/withdrawals/approve-withdrawal.server.ts'
import { returnPayout } from '#domain/withdrawals/return-payout.server.ts'
import { processWithdrawal } from '#domain/withdrawals/process-withdrawal.server.ts'
import { rejectWithdrawal } from '#domain/withdrawals/reject-withdrawal.server.ts'
import { type AccountId, accountId } from '#kernel/ids.ts'
import { ringMs } from '#kernel/limits.ts'
import { enterApplicationOfKavita } from '#tests/applications.ts'
import { createBookingCast } from '#tests/bookings.ts'
import { useDatabase } from '#tests/database.ts'
import { channelsOf, plannedDeliveries, notificationsOf } from '#tests/notifications.ts'
import { addMoney, newPaymentId, withDemo, withFakeProvider } from '#tests/payments.ts'
import { newFeedback, newSummary } from '#tests/reviews.ts'
import { createCast, completeCall } from '#tests/sessions.ts'
import { newDecider, newStudent, newSignedInPerson } from '#tests/signed-in-people.ts'
import { expertWith, withdraw } from '#tests/withdrawals.ts'

const database = useDatabase()
const db = () => database.db()
const system = () => database.as({ kind: 'system' })
const listByKind = async (id: AccountId, kind: string) =>
  (await notificationsOf(db(), id)).filter((each) => each.kind === kind)
const listFacts = async (id: AccountId, kind: string) => (await listByKind(id, kind)).map(({ facts }) => facts)

test('an unanswered ring notifies the expert of a missed call, once', async () => {
  const cast = createCast(database.as)
  const student = await cast.student()
  const ravi = await cast.expert()
  const sessionId = await cast.ask(student, ravi.expertId)
  cast.clock.advance(ringMs)
  for (let run = 0; run < 2; run += 1) await expireSession(cast.system(), { sessionId })
  expect(await listByKind(ravi.person.id, 'missed_call')).toEqual([
    { kind: 'missed_call', facts: { sessionId }, about: student.id },
  ])
  expect(await notificationsOf(db(), student.id)).toEqual([])
})

test('a low balance notifies once, and again only after money was added', async () => {
  const cast = createCast(database.as)
  const student = await cast.student(70)
  const ravi = await cast.expert()
  const call = async (minutes: number) => {
    const id = await cast.ask(student, ravi.expertId)
    await completeCall(cast.ctxAs, { student, expert: ravi.person, id, liveMs: minutes * 60_000 })
  }
  await call(2)
  expect(await listByKind(student.id, 'low_balance')).toEqual([])
  await call(1)
  await call(1)
  expect(await listFacts(student.id, 'low_balance')).toEqual([{ leftPaise: 40_00 }])
  await addMoney(withDemo(database.as(student)), '100')
  await call(5)
  await call(4)
  expect(await listFacts(student.id, 'low_balance')).toEqual([{ leftPaise: 40_00 }, { leftPaise: 40_00 }])
})

test('the student is notified about money added, sent back, arrived and returned', async () => {
  const { person } = await newStudent(database.as)
  const ctx = withDemo(database.as(person))
  await addMoney(ctx, '100')
  const sendBack = async (outcome: 'sent' | 'failed') => {
    await returnUnusedMoney(ctx, { id: newPaymentId(), amount: '30' })
    const { id: returnId } = await db()
      .selectFrom('money_returns')
      .innerJoin('payments', 'payments.id', 'payment_id')
      .select('money_returns.id')
      .where('student_id', '=', person.id)
      .where('money_returns.state', '=', 'sending')
      .executeTakeFirstOrThrow()
    const refund =
      outcome === 'sent'
        ? ({ state: 'sent', refundRef: returnId } as const)
        : ({ state: 'failed', refundRef: returnId, reason: 'card closed' } as const)
    await returnMoney(withFakeProvider(system(), { refund }), { returnId })
  }
  await sendBack('sent')
  await sendBack('failed')
  expect(await listFacts(person.id, 'money')).toEqual([
    { what: 'added', amountPaise: 100_00 },
    { what: 'sent_back', amountPaise: 30_00 },
    { what: 'arrived', amountPaise: 30_00 },
    { what: 'sent_back', amountPaise: 30_00 },
    { what: 'returned', amountPaise: 30_00 },
  ])
})

test('the expert is notified of each decision about a withdrawal', async () => {
  const ravi = await expertWith(database.as, { minutes: 100 })
  const [paid, rejected] = [await withdraw(ravi), await withdraw(ravi, { account: 'remembered' })]
  await approveWithdrawal(system(), { id: paid })
  await processWithdrawal({ ...system(), payouts: 'demo' }, { id: paid, bankReference: '' })
  await returnPayout(system(), { id: paid, reason: 'Account closed' })
  await rejectWithdrawal(system(), { id: rejected, reason: 'Wrong name' })
  const amountPaise = 100_00
  expect(await listFacts(ravi.id, 'withdrawal')).toEqual([
    { what: 'approved', amountPaise, isDemo: false },
    { what: 'processed', amountPaise, isDemo: true },
    { what: 'came_back', amountPaise, reason: 'Account closed', isDemo: false },
    { what: 'rejected', amountPaise, reason: 'Wrong name', isDemo: false },
  ])
})

test('feedback, reviews and answers notify the other person', async () => {
  const cast = createCast(database.as)
  const student = await cast.student()
  const { person: expert, expertId } = await cast.expert()
  const id = await cast.ask(student, expertId)
  await completeCall(cast.ctxAs, { student, expert, id, liveMs: 60_000 })
  await giveFeedback(cast.ctxAs(expert), newFeedback(id))
  await reviewSession(cast.ctxAs(student), { sessionId: id, rating: 5, comment: '' })
  const [review] = (await listReviews(cast.ctxAs(expert), { expertId })).reviews
  await answerReview(cast.ctxAs(expert), { reviewId: review?.id ?? '', answer: 'Thank you' })
  expect(await listByKind(student.id, 'feedback')).toEqual([
    { kind: 'feedback', facts: { what: 'feedback', sessionId: id }, about: expert.id },
    { kind: 'feedback', facts: { what: 'answer', sessionId: id }, about: expert.id },
  ])
  expect(await listByKind(expert.id, 'feedback')).toEqual([
    { kind: 'feedback', facts: { what: 'review', sessionId: id, stars: 5 }, about: student.id },
  ])
})

test('a summary notifies its student once, even after a change', async () => {
  const cast = createCast(database.as)
  const student = await cast.student()
  const { person: expert, expertId } = await cast.expert()
  const id = await cast.ask(student, expertId)
  await completeCall(cast.ctxAs, { student, expert, id, liveMs: 60_000 })
  await writeSummary(cast.ctxAs(expert), newSummary(id, { suggestsBooking: true }))
  await changeSummary(cast.ctxAs(expert), newSummary(id, { done: 'Density' }))
  expect(await listByKind(student.id, 'summary')).toEqual([
    { kind: 'summary', facts: { sessionId: id, suggestsBooking: true }, about: expert.id },
  ])
  expect(await listByKind(expert.id, 'summary')).toEqual([])
})

test('a refund notifies both sides, a refusal only the student', async () => {
  const cast = createCast(database.as)
  const { person: expert, expertId } = await cast.expert()
  const meera = await newDecider(database.as)
  const requestNewRefund = async () => {
    const student = await cast.student()
    const sessionId = await cast.ask(student, expertId)
    await completeCall(cast.ctxAs, { student, expert, id: sessionId, liveMs: 60_000 })
    const id = randomUUID()
    await requestRefund(cast.ctxAs(student), { id, sessionId, reason: 'No sound' })
    return { student, sessionId, id }
  }
  const given = await requestNewRefund()
  await grantRefund(database.as(meera), { id: given.id, amountPaise: 10_00, answer: 'Sorry' })
  const refused = await requestNewRefund()
  await refuseRefund(database.as(meera), { id: refused.id, answer: 'It was fine' })
  const granted = { what: 'granted', sessionId: given.sessionId, amountPaise: 10_00 }
  expect(await listFacts(given.student.id, 'refund')).toEqual([granted])
  expect(await listFacts(refused.student.id, 'refund')).toEqual([
    { what: 'refused', sessionId: refused.sessionId, amountPaise: 0 },
  ])
  expect(await listFacts(expert.id, 'refund')).toEqual([{ ...granted, what: 'taken' }])
})

test('an accepted applicant gets a notification, but no mail besides the one with the link', async () => {
  const meera = await newDecider(database.as)
  const { id, revision } = await enterApplicationOfKavita(database.as(meera))
  await acceptApplication(database.as(meera), { id, revision })
  const { profile_id } = await db()
    .selectFrom('applications')
    .select('profile_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(await listFacts(accountId.parse(profile_id), 'application')).toEqual([{ what: 'accepted' }])
  const [notificationId = ''] = await plannedDeliveries(db(), profile_id ?? '')
  expect(await channelsOf(db(), notificationId)).toMatchObject({ mail: 'unneeded' })
})

test('a person is notified once about a changed password and a login from a new browser', async () => {
  const { email, password, person } = await newSignedInPerson(database.as)
  const visitor = database.as({ kind: 'visitor', address: '203.0.113.9' })
  const userAgent = 'Mozilla/5.0 (Windows NT 10.0) Firefox/140.0'
  const logIn = (browser: string) => signIn(visitor, { email, password, userAgent, browser })
  const { browser: first } = await logIn('')
  expect(await listByKind(person.id, 'security')).toEqual([])
  const { browser: second } = await logIn('')
  for (const browser of [first, second]) expect((await logIn(browser)).browser).toBe(browser)
  expect(await listFacts(person.id, 'security')).toEqual([{ what: 'new_sign_in', browser: 'Firefox on Windows' }])
  await changePassword(database.as(person), { current: password, next: 'another-secret' })
  expect((await listFacts(person.id, 'security')).at(-1)).toEqual({ what: 'password_changed' })
})

test('booking changes notify the other side in their time zone, and both get reminders', async () => {
  const cast = createBookingCast(database.as)
  const [asha, ravi] = [await cast.student(2_000), await cast.bookable()]
  const startsAt = cast.inHours(50)
  const bookingId = await cast.book(asha, ravi.expertId, startsAt)
  const facts = { bookingId, startsAt: startsAt.toISOString() }
  const [toAsha, toRavi] = [
    { ...facts, side: 'student', zone: 'Europe/Berlin' },
    { ...facts, side: 'expert', zone: 'Asia/Kolkata' },
  ]
  expect(await listByKind(ravi.person.id, 'booking')).toEqual([
    { kind: 'booking', facts: { ...toRavi, what: 'made' }, about: asha.id },
  ])
  expect(await listByKind(asha.id, 'booking')).toEqual([])

  const later = cast.inHours(80)
  await rescheduleBooking(cast.ctxAs(ravi.person), { id: bookingId, startsAt: later })
  const newTime = { startsAt: later.toISOString() }
  expect(await listFacts(asha.id, 'booking')).toEqual([{ ...toAsha, ...newTime, what: 'changed' }])
  cast.moveTo(later, -15)
  await remindOfBooking(cast.system(), { bookingId, minutes: 15 })
  expect(await listFacts(asha.id, 'reminder')).toEqual([{ ...toAsha, ...newTime, minutesBefore: 15 }])
  expect(await listFacts(ravi.person.id, 'reminder')).toEqual([{ ...toRavi, ...newTime, minutesBefore: 15 }])

  await cancelBooking(cast.ctxAs(ravi.person), { id: bookingId, shownFeePaise: 0 })
  expect(await listFacts(asha.id, 'booking')).toEqual([
    { ...toAsha, ...newTime, what: 'changed' },
    { ...toAsha, ...newTime, what: 'called_off' },
  ])
  expect(await listByKind(ravi.person.id, 'booking')).toHaveLength(1)
})

test('moving a booking back and forth notifies each time', async () => {
  const cast = createBookingCast(database.as)
  const [asha, ravi] = [await cast.student(2_000), await cast.bookable()]
  const [early, late] = [cast.inHours(50), cast.inHours(80)]
  const id = await cast.book(asha, ravi.expertId, early)
  for (const startsAt of [late, early, late]) await rescheduleBooking(cast.ctxAs(ravi.person), { id, startsAt })
  expect(await listByKind(asha.id, 'booking')).toHaveLength(3)
})

test('a booking that neither side joins notifies both', async () => {
  const cast = createBookingCast(database.as)
  const [asha, ravi] = [await cast.student(2_000), await cast.bookable()]
  const startsAt = cast.inHours(5)
  const bookingId = await cast.book(asha, ravi.expertId, startsAt)
  cast.moveTo(startsAt, 10)
  for (let run = 0; run < 2; run += 1) await resolveNoShow(cast.system(), { bookingId })
  const missed = expect.objectContaining({ what: 'missed', bookingId })
  expect(await listFacts(asha.id, 'booking')).toEqual([missed])
  expect(await listFacts(ravi.person.id, 'booking')).toEqual([expect.anything(), missed])
})
