import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { setOnline } from '#domain/experts/set-online.server.ts'
import { suspendPerson } from '#domain/people/suspend-person.server.ts'
import type { Actor, Person } from '#domain/policy.ts'
import { continueRequest, sweepRequests } from '#domain/requests/continue-request.server.ts'
import { findActivity, findOwnRequest, getOwnRequest } from '#domain/requests/queries.server.ts'
import { startRequest } from '#domain/requests/start-request.server.ts'
import { stopRequest } from '#domain/requests/stop-request.server.ts'
import { setBlocked } from '#domain/sessions/block-person.server.ts'
import { setDailyLimit } from '#domain/wallet/set-daily-limit.server.ts'
import { auditMoney } from '#domain/wallet/audit-money.server.ts'
import {
  freeCallsPerDay,
  freeCallsPerPairAndDay,
  offerWaveMs,
  requestMs,
  requestsPerHour,
  unconnectedCallsPerPairAndDay,
} from '#kernel/limits.ts'
import type { RequestId } from '#kernel/ids.ts'
import { afterStatementOn, requestTables } from '#tests/after-statement.ts'
import { useDatabase } from '#tests/database.ts'
import { changeRate } from '#tests/experts.ts'
import { balanceOf, rupees } from '#tests/money.ts'
import { createSubject, newRequestToAnyone, offersOf, offerTo, requestRow } from '#tests/requests.ts'
import { completeCall, createCast } from '#tests/sessions.ts'
import { newSignedInPerson } from '#tests/signed-in-people.ts'

const database = useDatabase()
const db = () => database.db()
let cast: ReturnType<typeof createCast>
beforeEach(() => {
  cast = createCast(database.as)
})

const wallet = (person: Person) => balanceOf(db(), 'student_wallet', person.id)
const held = (id: string) => balanceOf(db(), 'session_escrow', id)
const continueAfter = async (requestId: RequestId, ms: number) => {
  cast.clock.advance(ms)
  await continueRequest(cast.system(), { requestId })
}
const statesOf = async (requestId: string) => [...(await offersOf(db(), requestId)).values()].map(({ state }) => state)

describe('a request', () => {
  test('rings at the best three experts, then at more, and makes no expert busy', async () => {
    const { expert, askAnyone } = createSubject(cast)
    const asha = await cast.student(30)
    const experts = []
    for (let count = 0; count < 9; count += 1) experts.push(await expert())
    const best = experts.filter((_expert, index) => index % 3 === 1)
    for (const { expertId } of best) {
      const figures = { review_stars: 50, review_count: 10 }
      await db().updateTable('experts').set(figures).where('id', '=', expertId).execute()
    }
    const requestId = await askAnyone(asha)
    expect(await statesOf(requestId)).toEqual(['open', 'open', 'open'])
    const firstWave = [...(await offersOf(db(), requestId)).keys()]
    expect(firstWave.toSorted()).toEqual(best.map(({ person }) => person.id).toSorted())
    await continueAfter(requestId, offerWaveMs - 1)
    expect(await statesOf(requestId)).toHaveLength(3)
    await continueAfter(requestId, 1)
    expect(await statesOf(requestId)).toHaveLength(8)
    // Repeating a step has no effect.
    await continueRequest(cast.system(), { requestId })
    expect(await statesOf(requestId)).toHaveLength(8)
    await continueAfter(requestId, offerWaveMs)
    expect(await statesOf(requestId)).toHaveLength(9)
    const busy = await db()
      .selectFrom('experts')
      .select('in_session')
      .where(
        'id',
        'in',
        experts.map(({ expertId }) => expertId),
      )
      .execute()
    expect(busy.every(({ in_session }) => !in_session)).toBe(true)
    expect(await getOwnRequest(cast.ctxAs(asha), requestId)).toMatchObject({
      state: 'open',
      asked: 9,
      ringing: 9,
      declined: 0,
      leftMs: requestMs - 2 * offerWaveMs,
      session: null,
    })
  })

  test('is shown on every page of the student, and rings on every page of the expert', async () => {
    const { expert, askAnyone, subject } = createSubject(cast)
    const [asha, ravi] = [await cast.student(), await expert()]
    await expert()
    const requestId = await askAnyone(asha)
    expect(await findActivity(cast.system(), asha.id)).toEqual({ ring: null, open: null, request: { requestId } })
    expect(await findActivity(cast.system(), ravi.person.id)).toMatchObject({
      ring: { question: expect.stringContaining(subject), asked: 2, ratePaisePerMinute: rupees(10) },
      open: { side: 'expert', state: 'ringing' },
    })
    await stopRequest(cast.ctxAs(asha), { id: requestId })
    expect(await findActivity(cast.system(), asha.id)).toEqual({ ring: null, open: null })
    expect(await findActivity(cast.system(), ravi.person.id)).toMatchObject({
      ring: null,
      open: null,
      endedOffer: { state: 'stopped' },
    })
    cast.clock.advance(60_000)
    expect(await findActivity(cast.system(), ravi.person.id)).toEqual({ ring: null, open: null })
  })

  test('that no expert fits ends immediately, and holds no money', async () => {
    const { askAnyone, expert } = createSubject(cast)
    await expert()
    const asha = await cast.student()
    const requestId = await askAnyone(asha, { maxRatePaisePerMinute: rupees(9) })
    expect(await requestRow(db(), requestId)).toMatchObject({ state: 'unanswered' })
    expect(await wallet(asha)).toBe(rupees(100))
  })

  test('asks the next experts when all have declined, and ends when there are no more', async () => {
    const { expert, askAnyone, decline } = createSubject(cast)
    const asha = await cast.student()
    for (let count = 0; count < 4; count += 1) await expert()
    const requestId = await askAnyone(asha)
    const declineAll = async () => {
      const open = [...(await offersOf(db(), requestId))].filter(([, { state }]) => state === 'open')
      for (const [id, offer] of open) {
        const expertOf: Person = { kind: 'person', id, role: 'expert', approval: 'approved', signInId: '' }
        expect(await decline(expertOf, offer.id)).toBe(true)
      }
      return open.length
    }
    expect(await declineAll()).toBe(3)
    expect(await statesOf(requestId)).toHaveLength(4)
    expect(await declineAll()).toBe(1)
    expect(await requestRow(db(), requestId)).toMatchObject({ state: 'unanswered' })
    expect(await wallet(asha)).toBe(rupees(100))
    // Declined rings do not count towards the limit of unanswered ones.
    const counted = await db().selectFrom('unanswered_rings').selectAll().where('student_id', '=', asha.id).execute()
    expect(counted).toEqual([])
  })

  test('expires even when its jobs are lost; the hold returns, and experts stay online', async () => {
    const { expert, askAnyone } = createSubject(cast)
    const [asha, ravi] = [await cast.student(), await expert()]
    for (let round = 0; round < 2; round += 1) {
      const requestId = await askAnyone(round === 0 ? asha : await cast.student())
      cast.clock.advance(requestMs)
      await sweepRequests(cast.system())
      expect(await requestRow(db(), requestId)).toMatchObject({ state: 'unanswered' })
      expect(await statesOf(requestId)).toEqual(['missed'])
    }
    expect(await wallet(asha)).toBe(rupees(100))
    const { is_online } = await db()
      .selectFrom('experts')
      .select('is_online')
      .where('id', '=', ravi.expertId)
      .executeTakeFirstOrThrow()
    expect(is_online).toBe(true)
    const notified = await db()
      .selectFrom('notifications')
      .select('kind')
      .where('account_id', '=', ravi.person.id)
      .execute()
    expect(notified.filter(({ kind }) => kind === 'missed_call')).toEqual([])
    expect(await auditMoney(cast.system())).toEqual([])
  })

  test('is refused above the hourly limit, even when nobody is asked; nothing is held or counted twice', async () => {
    const [asha, vikram] = [await cast.student(), await cast.student()]
    // No expert is as cheap.
    const input = newRequestToAnyone({ maxRatePaisePerMinute: rupees(1) })
    const findNobody = (student: Person) => startRequest(cast.ctxAs(student), { ...input, id: randomUUID() })
    for (let count = 0; count < 3; count += 1) await startRequest(cast.ctxAs(asha), input)
    for (let count = 1; count < requestsPerHour; count += 1) await findNobody(asha)
    await expect(findNobody(asha)).rejects.toMatchObject({ code: 'too_many_requests' })
    await expect(findNobody(asha)).rejects.toMatchObject({ code: 'too_many_requests' })
    expect(await startRequest(cast.ctxAs(asha), input)).toBe(input.id)
    const stored = await db().selectFrom('requests').select('state').where('student_id', '=', asha.id).execute()
    expect(stored).toHaveLength(requestsPerHour)
    expect(new Set(stored.map(({ state }) => state))).toEqual(new Set(['unanswered']))
    expect(await wallet(asha)).toBe(rupees(100))
    await findNobody(vikram)
    cast.clock.advance(3_600_000)
    await findNobody(asha)
  })

  test('can be repeated with the same id, but not with other details', async () => {
    const { expert, askAnyone, subject } = createSubject(cast)
    await expert()
    const asha = await cast.student()
    const id = randomUUID()
    expect(await askAnyone(asha, { id })).toBe(id)
    expect(await askAnyone(asha, { id })).toBe(id)
    await expect(askAnyone(asha, { id, callType: 'audio' })).rejects.toMatchObject({ code: 'other_request' })
    await expect(askAnyone(await cast.student(), { id })).rejects.toMatchObject({ code: 'other_request' })
    expect(await held(id)).toBe(rupees(100))
    await stopRequest(cast.ctxAs(asha), { id })
    // A session cannot use the hold of a request.
    const ravi = await createSubject(cast).expert()
    await expect(cast.ask(asha, ravi.expertId, { id, question: subject })).rejects.toMatchObject({
      code: 'other_request',
    })
  })
})

test('a request is recognized as repeated when a copy commits between two of its statements', async () => {
  const { expert, subject } = createSubject(cast)
  await expert()
  const asha = await cast.student()
  const request = newRequestToAnyone({ question: subject })
  const copy = () => startRequest(cast.ctxAs(asha), request)
  expect(await startRequest(afterStatementOn(cast.ctxAs(asha), requestTables, copy), request)).toBe(request.id)
  expect(await held(request.id)).toBe(rupees(100))
})

describe('a student can have only one open request or session,', () => {
  test('in either order', async () => {
    const { expert, askAnyone } = createSubject(cast)
    const [asha, ravi] = [await cast.student(200), await expert()]
    await expert()
    const requestId = await askAnyone(asha)
    await expect(askAnyone(asha)).rejects.toMatchObject({ code: 'own_request_open' })
    await expect(cast.ask(asha, ravi.expertId)).rejects.toMatchObject({ code: 'own_request_open' })
    await stopRequest(cast.ctxAs(asha), { id: requestId })
    await cast.ask(asha, ravi.expertId)
    await expect(askAnyone(asha)).rejects.toMatchObject({ code: 'own_session_open' })
  })

  test('even when both are sent at the same instant', async () => {
    const { expert, askAnyone } = createSubject(cast)
    const ravi = await expert()
    const other = await createSubject(cast).expert()
    for (let round = 0; round < 6; round += 1) {
      const asha = await cast.student(200)
      const attempts = [() => askAnyone(asha), () => cast.ask(asha, other.expertId), () => askAnyone(asha)]
      const results = await Promise.allSettled(attempts.map((attempt) => attempt()))
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      const requests = await db().selectFrom('requests').selectAll().where('student_id', '=', asha.id).execute()
      const sessions = await db().selectFrom('help_sessions').selectAll().where('student_id', '=', asha.id).execute()
      expect(requests.length + sessions.length).toBe(1)
      expect(await wallet(asha)).toBe(requests.length > 0 ? rupees(100) : rupees(150))
      if (requests[0]?.state === 'open') await stopRequest(cast.ctxAs(asha), { id: requests[0].id })
      // Frees the expert for the next round.
      for (const { id } of sessions)
        await db().updateTable('help_sessions').set({ state: 'cancelled' }).where('id', '=', id).execute()
      await db().updateTable('experts').set({ in_session: false }).where('id', '=', other.expertId).execute()
    }
    await setOnline(cast.ctxAs(ravi.person), false)
  })
})

describe('a request does not ask', () => {
  const isAsked = async (requestId: string, person: Person) => (await offersOf(db(), requestId)).has(person.id)

  test('an expert who is offline, in a session, or asked by another request', async () => {
    const { expert, askAnyone } = createSubject(cast)
    const [offline, busy, free] = [await expert(), await expert(), await expert()]
    await setOnline(cast.ctxAs(offline.person), false)
    await cast.ask(await cast.student(), busy.expertId)
    const first = await askAnyone(await cast.student())
    expect([...(await offersOf(db(), first)).keys()]).toEqual([free.person.id])
    expect(await requestRow(db(), await askAnyone(await cast.student()))).toMatchObject({ state: 'unanswered' })
  })

  test('an expert above the price, with another language, or with a block', async () => {
    const { expert, askAnyone } = createSubject(cast)
    const asha = await cast.student()
    const [expensive, tamil, blocked, free] = [
      await expert(),
      await expert({ language: 'Tamil' }),
      await expert(),
      await expert(),
    ]
    await changeRate(cast.system(), expensive.expertId, rupees(11))
    const id = await cast.declined(asha, blocked.person, blocked.expertId)
    await setBlocked(cast.ctxAs(blocked.person), { id, blocked: true })
    const requestId = await askAnyone(asha, { language: 'Hindi', maxRatePaisePerMinute: rupees(10) })
    for (const { person } of [expensive, tamil, blocked]) expect(await isAsked(requestId, person)).toBe(false)
    expect(await isAsked(requestId, free.person)).toBe(true)
  })

  test.each([
    ['free', freeCallsPerPairAndDay, 29_000],
    ['unconnected', unconnectedCallsPerPairAndDay, 0],
  ])('an expert with too many %s calls of this student today', async (_what, callCount, liveMs) => {
    const { expert, askAnyone } = createSubject(cast)
    const [asha, ravi] = [await cast.student(), await expert()]
    for (let call = 1; call <= callCount; call += 1) {
      const id = await cast.ask(asha, ravi.expertId)
      await completeCall(cast.ctxAs, { student: asha, expert: ravi.person, id, liveMs })
    }
    expect(await isAsked(await askAnyone(await cast.student()), ravi.person)).toBe(true)
    cast.clock.advance(requestMs)
    await sweepRequests(cast.system())
    expect(await requestRow(db(), await askAnyone(asha))).toMatchObject({ state: 'unanswered' })
  })

  test('an expert whom the student has asked twice in the last minutes', async () => {
    const { expert, askAnyone } = createSubject(cast)
    const [asha, ravi] = [await cast.student(), await expert()]
    for (let round = 0; round < 2; round += 1) {
      const requestId = await askAnyone(asha)
      expect(await isAsked(requestId, ravi.person)).toBe(true)
      await stopRequest(cast.ctxAs(asha), { id: requestId })
    }
    expect(await requestRow(db(), await askAnyone(asha))).toMatchObject({ state: 'unanswered' })
    cast.clock.advance(10 * 60_000)
    expect(await isAsked(await askAnyone(asha), ravi.person)).toBe(true)
  })
})

describe('a request is refused', () => {
  test('without money for a minute at the price limit, or above the daily limit', async () => {
    const { expert, askAnyone } = createSubject(cast)
    await expert()
    await expect(askAnyone(await cast.student(15))).rejects.toMatchObject({ code: 'less_than_a_minute' })
    const asha = await cast.student()
    await setDailyLimit(cast.ctxAs(asha), { amount: '5' })
    await expect(askAnyone(asha)).rejects.toMatchObject({ code: 'above_daily_limit' })
    expect(await wallet(asha)).toBe(rupees(100))
  })

  test('after too many unanswered rings; a request counts once, however many experts it asked', async () => {
    const { expert, askAnyone } = createSubject(cast)
    const asha = await cast.student()
    for (let count = 0; count < 3; count += 1) await expert()
    const subjects = Array.from({ length: 4 }, () => createSubject(cast))
    for (const subject of subjects) await subject.expert()
    await stopRequest(cast.ctxAs(asha), { id: await askAnyone(asha) })
    for (const subject of subjects) await stopRequest(cast.ctxAs(asha), { id: await subject.askAnyone(asha) })
    await expect(askAnyone(asha)).rejects.toMatchObject({ code: 'too_many_rings' })
    const ravi = await createSubject(cast).expert()
    await expect(cast.ask(asha, ravi.expertId)).rejects.toMatchObject({ code: 'too_many_rings' })
    cast.clock.advance(60 * 60_000)
    await askAnyone(asha)
  })

  test('after ten free calls in a day; nothing is held and nobody is asked', async () => {
    const { expert, askAnyone } = createSubject(cast)
    const [asha, ravi] = [await cast.student(), await expert()]
    const others = await Promise.all(Array.from({ length: 5 }, () => cast.expert()))
    for (let call = 0; call < freeCallsPerDay; call += 1) {
      const { expertId, person } = others[call % others.length]!
      const id = await cast.ask(asha, expertId)
      await completeCall(cast.ctxAs, { student: asha, expert: person, id, liveMs: 29_000 })
    }
    await expect(askAnyone(asha)).rejects.toMatchObject({ code: 'free_calls_of_day_used' })
    expect(await wallet(asha)).toBe(rupees(100))
    const isAsked = async (requestId: string) => (await offersOf(db(), requestId)).has(ravi.person.id)
    cast.clock.advance(24 * 3_600_000)
    expect(await isAsked(await askAnyone(asha))).toBe(true)
  })

  test.each([
    [{ question: '' }, 'nothing_asked'],
    [{ maxRatePaisePerMinute: 50 }, 'highest_price'],
    [{ maxRatePaisePerMinute: 50_001 }, 'highest_price'],
    [{ maxRatePaisePerMinute: 10.5 }, 'invalid_input'],
    [{ language: 'Klingon' as never }, 'invalid_input'],
    [{ id: 'no-id' }, 'invalid_input'],
    [{ file: { key: 'questions/of/others', name: 'a.pdf', type: 'application/pdf' } }, 'no_such_question_file'],
  ])('with %o', async (changes, code) => {
    const asha = await cast.student()
    await expect(startRequest(cast.ctxAs(asha), newRequestToAnyone(changes))).rejects.toMatchObject({ code })
    expect(await wallet(asha)).toBe(rupees(100))
  })

  test('to everyone except students', async () => {
    const ravi = await cast.expert()
    const { person: team } = await newSignedInPerson(database.as, 'team')
    const visitor: Actor = { kind: 'visitor', address: '' }
    const expectRefused = (actor: Actor, code: string) =>
      expect(startRequest(cast.ctxAs(actor), newRequestToAnyone())).rejects.toMatchObject({ code })
    await expectRefused(visitor, 'not_signed_in_to_ask')
    await expectRefused(ravi.person, 'not_allowed')
    await expectRefused(team, 'not_allowed')
  })

  test('to other people who stop or read it', async () => {
    const { expert, askAnyone } = createSubject(cast)
    const [asha, bina, ravi] = [await cast.student(), await cast.student(), await expert()]
    const id = await askAnyone(asha)
    await expect(stopRequest(cast.ctxAs(bina), { id })).rejects.toMatchObject({ code: 'no_such_request' })
    await expect(getOwnRequest(cast.ctxAs(bina), id)).rejects.toMatchObject({ code: 'no_such_request' })
    expect(await findOwnRequest(cast.ctxAs(asha), id)).toMatchObject({ state: 'open' })
    const { person: team } = await newSignedInPerson(database.as, 'team')
    for (const actor of [bina, ravi.person, team, { kind: 'visitor', address: '' } as const]) {
      expect(await findOwnRequest(cast.ctxAs(actor), id)).toBeNull()
    }
    expect(await findOwnRequest(cast.ctxAs(asha), 'no id')).toBeNull()
    await expect(stopRequest(cast.ctxAs(ravi.person), { id })).rejects.toMatchObject({ code: 'not_allowed' })
    expect(await requestRow(db(), id)).toMatchObject({ state: 'open' })
    await offerTo(db(), ravi.person)
  })
})

test('suspending the student ends the request, and the hold returns', async () => {
  const { expert, askAnyone } = createSubject(cast)
  const [asha, ravi] = [await cast.student(), await expert()]
  const { person: meera } = await newSignedInPerson(database.as, 'team')
  const requestId = await askAnyone(asha)
  await suspendPerson(cast.ctxAs(meera), { id: asha.id, why: 'Shouted at three experts.' })
  expect(await requestRow(db(), requestId)).toMatchObject({ state: 'ended' })
  expect(await statesOf(requestId)).toEqual(['stopped'])
  expect(await wallet(asha)).toBe(rupees(100))
  expect(await findActivity(cast.system(), ravi.person.id)).toMatchObject({ ring: null })
})
