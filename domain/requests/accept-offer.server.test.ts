import { beforeEach, describe, expect, test } from 'vitest'
import { setBlocked } from '#domain/sessions/block-person.server.ts'
import { cancelSession } from '#domain/sessions/cancel-session.server.ts'
import { continueRequest } from '#domain/requests/continue-request.server.ts'
import { stopRequest } from '#domain/requests/stop-request.server.ts'
import { setDailyLimit } from '#domain/wallet/set-daily-limit.server.ts'
import { auditMoney } from '#domain/wallet/audit-money.server.ts'
import { listEvents } from '#domain/sessions/queries.server.ts'
import type { Person } from '#domain/policy.ts'
import { saveSchedule } from '#domain/schedule/save-schedule.server.ts'
import { aroundTheClock } from '#tests/bookings.ts'
import { useDatabase } from '#tests/database.ts'
import { changeRate } from '#tests/experts.ts'
import { balanceOf, rupees, sumOfBooks } from '#tests/money.ts'
import { createSubject, offersOf, offerTo, requestRow } from '#tests/requests.ts'
import { createCast, newRequest, sessionRow } from '#tests/sessions.ts'
import { requestSession } from '#domain/sessions/request-session.server.ts'

const database = useDatabase()
const db = () => database.db()
let cast: ReturnType<typeof createCast>
beforeEach(() => {
  cast = createCast(database.as)
})

const wallet = (person: Person) => balanceOf(db(), 'student_wallet', person.id)
const held = (id: string) => balanceOf(db(), 'session_escrow', id)
const expectSoundBooks = async () => {
  expect(await sumOfBooks(db())).toBe(0)
  expect(await auditMoney(cast.system())).toEqual([])
}

test('the first expert to accept gets the session at their own rate, and the others lose the offer', async () => {
  const { expert, askAnyone, accept } = createSubject(cast)
  const [asha, ravi, sunita] = [await cast.student(100), await expert(), await expert({ fullName: 'Sunita Rao' })]
  await changeRate(cast.system(), ravi.expertId, rupees(8))
  const requestId = await askAnyone(asha)
  expect(await wallet(asha)).toBe(0)
  expect(await held(requestId)).toBe(rupees(100))
  const id = await offerTo(db(), ravi.person)
  expect(await accept(ravi.person, id)).toBe(true)
  expect(await sessionRow(db(), id)).toMatchObject({
    state: 'connecting',
    student_id: asha.id,
    expert_id: ravi.person.id,
    rate_paise_per_minute: rupees(8),
    share_percent: 80,
    held_paise: rupees(40),
    question: expect.stringContaining('Subject'),
  })
  expect(await wallet(asha)).toBe(rupees(60))
  expect([await held(requestId), await held(id)]).toEqual([0, rupees(40)])
  expect(await requestRow(db(), requestId)).toMatchObject({ state: 'taken' })
  const offers = await offersOf(db(), requestId)
  expect(offers.get(ravi.person.id)?.state).toBe('accepted')
  expect(offers.get(sunita.person.id)?.state).toBe('taken')
  for (const topic of [`request:${requestId}`, `rings:${asha.id}`, `rings:${sunita.person.id}`, `session:${id}`]) {
    expect(cast.publishedTopics).toContain(topic)
  }
  await expectSoundBooks()

  const events = await listEvents(cast.ctxAs(asha), id)
  expect(events.map(({ what, details }) => ({ what, details }))).toEqual([
    { what: 'asked', details: { experts: 2 } },
    { what: 'rang', details: {} },
    { what: 'answered', details: {} },
  ])
  await cancelSession(cast.ctxAs(asha), { id })
  expect(await wallet(asha)).toBe(rupees(100))
  await expectSoundBooks()
})

test('when two experts accept at the same instant, one gets the session and the other is refused', async () => {
  const { expert, askAnyone, accept } = createSubject(cast)
  for (let round = 0; round < 5; round += 1) {
    const [asha, ravi, sunita] = [await cast.student(), await expert(), await expert()]
    const requestId = await askAnyone(asha)
    const experts = [ravi.person, sunita.person]
    const ids = await Promise.all(experts.map((person) => offerTo(db(), person)))
    const results = await Promise.allSettled(experts.map((person, index) => accept(person, ids[index] as never)))
    const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []))
    expect(refused).toMatchObject([{ code: 'offer_taken' }])
    const sessions = await db().selectFrom('help_sessions').select('id').where('student_id', '=', asha.id).execute()
    expect(sessions).toHaveLength(1)
    expect((await wallet(asha)) + (await held(sessions[0]?.id ?? ''))).toBe(rupees(100))
    expect(await held(requestId)).toBe(0)
    await cancelSession(cast.ctxAs(asha), { id: sessions[0]?.id ?? '' })
    await db()
      .updateTable('experts')
      .set({ is_online: false })
      .where('id', 'in', [ravi.expertId, sunita.expertId])
      .execute()
  }
  await expectSoundBooks()
})

test('when the student stops while an expert accepts, either a session begins or all money returns', async () => {
  const { expert, askAnyone, accept } = createSubject(cast)
  const outcomes = new Set<string>()
  for (let round = 0; round < 8; round += 1) {
    const [asha, ravi] = [await cast.student(), await expert()]
    const requestId = await askAnyone(asha)
    const id = await offerTo(db(), ravi.person)
    const attempts = [() => accept(ravi.person, id), () => stopRequest(cast.ctxAs(asha), { id: requestId })]
    if (round % 2 === 1) attempts.reverse()
    const results = await Promise.allSettled(attempts.map((attempt) => attempt()))
    const { state } = await requestRow(db(), requestId)
    outcomes.add(state)
    expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(1)
    expect([await held(requestId), await held(id)]).toEqual(state === 'taken' ? [0, rupees(50)] : [0, 0])
    expect((await wallet(asha)) + (await held(id))).toBe(rupees(100))
    if (state === 'taken') await cancelSession(cast.ctxAs(asha), { id })
    await db().updateTable('experts').set({ is_online: false }).where('id', '=', ravi.expertId).execute()
  }
  expect([...outcomes].every((state) => ['taken', 'stopped'].includes(state))).toBe(true)
  await expectSoundBooks()
})

test('a direct call withdraws the offer to its expert, and the request continues with the others', async () => {
  const { expert, askAnyone, accept } = createSubject(cast)
  const [asha, bina, ravi, sunita] = [await cast.student(), await cast.student(), await expert(), await expert()]
  const requestId = await askAnyone(asha)
  const id = await offerTo(db(), ravi.person)
  const sessionId = await cast.ask(bina, ravi.expertId)
  const offers = await offersOf(db(), requestId)
  expect([offers.get(ravi.person.id)?.state, offers.get(sunita.person.id)?.state]).toEqual(['withdrawn', 'open'])
  await expect(accept(ravi.person, id)).rejects.toMatchObject({ code: 'offer_over' })
  expect(await sessionRow(db(), sessionId)).toMatchObject({ state: 'ringing' })
  expect(await requestRow(db(), requestId)).toMatchObject({ state: 'open' })
  expect(await accept(sunita.person, await offerTo(db(), sunita.person))).toBe(true)
})

test('a direct call and an accepted offer at the same instant lead to one session', async () => {
  const { expert, askAnyone, accept } = createSubject(cast)
  for (let round = 0; round < 5; round += 1) {
    const [asha, bina, ravi] = [await cast.student(), await cast.student(), await expert()]
    const requestId = await askAnyone(asha)
    const id = await offerTo(db(), ravi.person)
    const results = await Promise.allSettled([accept(ravi.person, id), cast.ask(bina, ravi.expertId)])
    expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(1)
    const open = await db().selectFrom('help_sessions').selectAll().where('expert_id', '=', ravi.person.id).execute()
    expect(open).toHaveLength(1)
    const [session] = open
    // Nobody else fits, so a request that has lost its only expert is over.
    expect((await requestRow(db(), requestId)).state).toBe(session?.id === id ? 'taken' : 'unanswered')
    expect(await wallet(session?.id === id ? bina : asha)).toBe(rupees(100))
    expect(await wallet(session?.id === id ? asha : bina)).toBe(rupees(50))
  }
  await expectSoundBooks()
})

test('a student who calls an expert while the expert accepts gets one session and no deadlock', async () => {
  const { expert, askAnyone, accept } = createSubject(cast)
  for (let round = 0; round < 4; round += 1) {
    const [asha, ravi] = [await cast.student(), await expert()]
    await saveSchedule(cast.ctxAs(ravi.person), aroundTheClock)
    await askAnyone(asha)
    const id = await offerTo(db(), ravi.person)
    const [accepted, called] = await Promise.allSettled([accept(ravi.person, id), cast.ask(asha, ravi.expertId)])
    expect(accepted).toMatchObject({ status: 'fulfilled', value: true })
    expect(called).toMatchObject({ status: 'rejected', reason: { name: 'Refusal' } })
    expect(await wallet(asha)).toBe(rupees(50))
  }
})

describe('an offer is withdrawn', () => {
  test('when the rate has risen above the limit', async () => {
    const { expert, askAnyone, accept } = createSubject(cast)
    const [asha, ravi, sunita] = [await cast.student(), await expert(), await expert()]
    const requestId = await askAnyone(asha, { maxRatePaisePerMinute: rupees(10) })
    const id = await offerTo(db(), ravi.person)
    await changeRate(cast.system(), ravi.expertId, rupees(11))
    await expect(accept(ravi.person, id)).rejects.toMatchObject({ code: 'offer_over' })
    expect((await offersOf(db(), requestId)).get(ravi.person.id)?.state).toBe('withdrawn')
    expect((await offersOf(db(), requestId)).get(sunita.person.id)?.state).toBe('open')
    expect(await held(requestId)).toBe(rupees(50))
  })

  test('when one side has blocked the other', async () => {
    const { expert, askAnyone, accept } = createSubject(cast)
    const [asha, ravi] = [await cast.student(), await expert()]
    const earlier = await cast.declined(asha, ravi.person, ravi.expertId)
    const requestId = await askAnyone(asha)
    const id = await offerTo(db(), ravi.person)
    await setBlocked(cast.ctxAs(asha), { id: earlier, blocked: true })
    await expect(accept(ravi.person, id)).rejects.toMatchObject({ code: 'offer_over' })
    expect((await offersOf(db(), requestId)).get(ravi.person.id)?.state).toBe('withdrawn')
    expect(await requestRow(db(), requestId)).toMatchObject({ state: 'unanswered' })
    expect(await wallet(asha)).toBe(rupees(100))
  })

  test('when the student is suspended meanwhile, without telling the expert the reason', async () => {
    const { expert, askAnyone, accept } = createSubject(cast)
    const [asha, ravi] = [await cast.student(), await expert()]
    const requestId = await askAnyone(asha)
    const id = await offerTo(db(), ravi.person)
    const suspension = { suspended_at: new Date(), suspended_reason: 'Asked for an exam to be written.' }
    await db().updateTable('profiles').set(suspension).where('id', '=', asha.id).execute()
    await expect(accept(ravi.person, id)).rejects.toMatchObject({ code: 'offer_over' })
    expect((await offersOf(db(), requestId)).get(ravi.person.id)?.state).toBe('withdrawn')
  })
})

test('a daily limit that is lowered during the request does not affect money that is already held', async () => {
  const { expert, askAnyone, accept } = createSubject(cast)
  const [asha, ravi] = [await cast.student(), await expert()]
  await askAnyone(asha)
  await setDailyLimit(cast.ctxAs(asha), { amount: '10' })
  expect(await accept(ravi.person, await offerTo(db(), ravi.person))).toBe(true)
  await expectSoundBooks()
})

test('an offer cannot be accepted after its end, by another person, or twice', async () => {
  const { expert, askAnyone, accept } = createSubject(cast)
  const [asha, ravi, sunita] = [await cast.student(), await expert(), await expert()]
  const requestId = await askAnyone(asha)
  const id = await offerTo(db(), ravi.person)
  expect(await accept(sunita.person, id)).toBe(false)
  await expect(accept(asha, id)).rejects.toMatchObject({ code: 'not_allowed' })
  await expect(accept({ ...ravi.person, approval: 'suspended' }, id)).rejects.toMatchObject({ code: 'not_allowed' })
  cast.clock.advance(45_000)
  await expect(accept(ravi.person, id)).rejects.toMatchObject({ code: 'offer_over' })
  await continueRequest(cast.system(), { requestId })
  const second = await askAnyone(await cast.student())
  const offers = await offersOf(db(), second)
  const again = offers.get(ravi.person.id)?.id
  expect(again && (await accept(ravi.person, again))).toBe(true)
  // The offer has become a session.
  expect(again && (await accept(ravi.person, again))).toBe(false)
})

test('a session that began from a request can be extended and ends like any other', async () => {
  const { expert, askAnyone, accept } = createSubject(cast)
  const [asha, ravi] = [await cast.student(), await expert()]
  await askAnyone(asha)
  const id = await offerTo(db(), ravi.person)
  await accept(ravi.person, id)
  await expect(requestSession(cast.ctxAs(asha), newRequest(ravi.expertId))).rejects.toMatchObject({
    code: 'own_session_open',
  })
  expect(await sessionRow(db(), id)).toMatchObject({ hold_steps: 1, may_extend: true, least_paise: 0 })
})
