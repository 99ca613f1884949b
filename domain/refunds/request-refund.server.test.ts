import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, test } from 'vitest'
import { deleteAccount } from '#domain/privacy/delete-account.server.ts'
import { setTerms } from '#domain/experts/set-terms.server.ts'
import { requestRefund } from '#domain/refunds/request-refund.server.ts'
import { grantRefund } from '#domain/refunds/grant-refund.server.ts'
import { findRefundOf, getSessionRefund, listRefunds } from '#domain/refunds/queries.server.ts'
import { refuseRefund } from '#domain/refunds/refuse-refund.server.ts'
import type { Actor } from '#domain/policy.ts'
import { refundReasonMaxLength, refundsPageSize, sessionRatePaisePerMinute } from '#kernel/limits.ts'
import { paise } from '#kernel/money.ts'
import { waitUntilBlocked, useDatabase } from '#tests/database.ts'
import { balanceOf, newSessionId, sumOfBooks } from '#tests/money.ts'
import { insertBilledSessionsOf, scriptPayload } from '#tests/reviews.ts'
import { createCast, sessionRow, completeCall, timeline } from '#tests/sessions.ts'
import { newDecider, newSignedInPerson } from '#tests/signed-in-people.ts'

const database = useDatabase()
const db = () => database.db()
const cast = createCast(database.as)
const { ctxAs, clock } = cast
const refusal = (code: string) => expect.objectContaining({ code })
const visitor = { kind: 'visitor', address: '203.0.113.9' } as const
const wallet = (id: string) => balanceOf(db(), 'student_wallet', id)
const earnings = (id: string) => balanceOf(db(), 'expert_earnings', id)
const hour = 3_600_000

afterEach(async () => {
  if ((await sumOfBooks(db())) !== 0) throw new Error('the books do not balance')
})

/** A call of a little over two minutes: ₹30 of Asha's ₹100, of which Ravi gets ₹24. */
async function newCompletedCall(liveMs = 130_000) {
  const [asha, { person: ravi, expertId }] = [await cast.student(), await cast.expert()]
  const id = await cast.ask(asha, expertId)
  await completeCall(ctxAs, { student: asha, expert: ravi, id, liveMs })
  return { asha, ravi, expertId, id }
}

function newRefund(sessionId: string, reason = 'The sound was bad.') {
  return { id: randomUUID(), sessionId, reason }
}

async function newRequestedRefund() {
  const session = await newCompletedCall()
  const request = newRefund(session.id)
  await requestRefund(ctxAs(session.asha), request)
  return { ...session, refund: request.id }
}

const newTeamMember = () => newDecider(ctxAs)

describe('a refund', () => {
  test('is requested with a reason, and appears in the student’s list and in the timeline', async () => {
    const { asha, ravi, id } = await newCompletedCall()
    const until = new Date(Number((await sessionRow(db(), id)).ended_at) + 72 * hour)
    expect(await getSessionRefund(ctxAs(asha), id)).toEqual({ request: null, askUntil: until })
    cast.publishedTopics.length = 0
    await requestRefund(ctxAs(asha), newRefund(id, ` ${scriptPayload} `))
    expect(cast.publishedTopics).toEqual(expect.arrayContaining([`session:${id}`, `rings:${asha.id}`]))
    const [request] = (await listRefunds(ctxAs(asha))).refunds
    expect(request).toMatchObject({
      sessionId: id,
      expertName: 'Ravi Nair',
      charged: 30_00,
      state: 'asked',
      fault: null,
      reason: scriptPayload,
      answer: null,
      refunded: null,
    })
    expect(await getSessionRefund(ctxAs(asha), id)).toEqual({ request, askUntil: null })
    expect((await timeline(db(), id)).slice(-2)).toEqual(['billed', 'refund asked (student)'])
    expect(await wallet(asha.id)).toBe(70_00)
    expect(await earnings(ravi.id)).toBe(24_00)
  })

  test('is requested once for each session, even concurrently', async () => {
    const { asha, id } = await newCompletedCall()
    const results = await Promise.allSettled([1, 2].map(() => requestRefund(ctxAs(asha), newRefund(id))))
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    await expect(requestRefund(ctxAs(asha), newRefund(id))).rejects.toEqual(refusal('refund_asked_already'))
    expect((await listRefunds(ctxAs(asha))).refunds).toHaveLength(1)
  })

  test('is refused when another request is committed in the meantime', async () => {
    const { asha, id } = await newCompletedCall()
    const tx = await db().startTransaction().execute()
    await tx
      .insertInto('refund_requests')
      .values({ session_id: id, student_id: asha.id, asked_at: clock.now() })
      .execute()
    const [second] = await Promise.allSettled([
      requestRefund(ctxAs(asha), newRefund(id)),
      waitUntilBlocked(db()).then(() => tx.commit().execute()),
    ])
    expect(second).toMatchObject({ status: 'rejected', reason: { code: 'refund_asked_already' } })
    expect((await timeline(db(), id)).at(-1)).toBe('billed')
  })

  test('is listed page by page', async () => {
    const { asha, ravi, id } = await newCompletedCall()
    const rows = await insertBilledSessionsOf(db(), {
      expertId: ravi.id,
      studentIds: Array.from({ length: refundsPageSize }, () => asha.id),
    })
    for (const sessionId of [id, ...rows.map((row) => row.sessionId)]) {
      await requestRefund(ctxAs(asha), newRefund(sessionId))
    }
    const first = await listRefunds(ctxAs(asha))
    expect(first.refunds).toHaveLength(refundsPageSize)
    const second = await listRefunds(ctxAs(asha), { before: first.next ?? '' })
    expect(second).toMatchObject({ next: null, refunds: [{ state: 'asked' }] })
    const all = [...first.refunds, ...second.refunds].map(({ sessionId }) => sessionId)
    expect(new Set(all).size).toBe(refundsPageSize + 1)
    const vikram = await cast.student()
    expect(await listRefunds(ctxAs(vikram), { before: first.next ?? '' })).toEqual({
      refunds: [],
      next: null,
    })
    expect((await listRefunds(ctxAs(asha), { before: 'no-id' })).refunds).toHaveLength(refundsPageSize)
  })

  test('must be requested within 72 hours of the end', async () => {
    const [late, early] = [await newCompletedCall(), await newCompletedCall()]
    clock.advance(72 * hour - 1)
    await requestRefund(ctxAs(early.asha), newRefund(early.id))
    clock.advance(1)
    await expect(requestRefund(ctxAs(late.asha), newRefund(late.id))).rejects.toEqual(refusal('refund_too_late'))
    expect((await listRefunds(ctxAs(late.asha))).refunds).toEqual([])
  })

  test('can be requested only by the student, and only for a billed session', async () => {
    const free = await newCompletedCall(20_000)
    await expect(requestRefund(ctxAs(free.asha), newRefund(free.id))).rejects.toEqual(refusal('session_not_billed'))
    expect(await getSessionRefund(ctxAs(free.asha), free.id)).toEqual({ request: null, askUntil: null })
    const { asha, ravi, id } = await newCompletedCall()
    const vikram = await cast.student()
    await expect(requestRefund(ctxAs(vikram), newRefund(id))).rejects.toEqual(refusal('no_such_session'))
    await expect(getSessionRefund(ctxAs(vikram), id)).rejects.toEqual(refusal('no_such_session'))
    await expect(requestRefund(ctxAs(asha), newRefund(newSessionId()))).rejects.toEqual(refusal('no_such_session'))
    for (const [actor, code] of [
      [ravi, 'not_allowed'],
      [await newTeamMember(), 'not_allowed'],
      [visitor, 'not_signed_in'],
    ] as const) {
      await expect(requestRefund(ctxAs(actor), newRefund(id))).rejects.toEqual(refusal(code))
      await expect(listRefunds(ctxAs(actor))).rejects.toEqual(refusal(code))
      await expect(getSessionRefund(ctxAs(actor), id)).rejects.toEqual(refusal(code))
    }
    expect((await listRefunds(ctxAs(vikram))).refunds).toEqual([])
  })

  test('needs a reason of valid length', async () => {
    const { asha, id } = await newCompletedCall()
    await expect(requestRefund(ctxAs(asha), newRefund(id, ' '))).rejects.toEqual(refusal('refund_reason_missing'))
    for (const reason of ['a'.repeat(refundReasonMaxLength + 1), 'a\0b']) {
      await expect(requestRefund(ctxAs(asha), newRefund(id, reason))).rejects.toEqual(refusal('invalid_input'))
    }
  })

  test('blocks account deletion while open, and cannot be requested by a deleted account', async () => {
    const [{ person, password }, ravi] = [await newSignedInPerson(database.as), (await cast.expert()).person]
    const studentIds = [person.id, person.id]
    const [first, second] = await insertBilledSessionsOf(db(), { expertId: ravi.id, studentIds })
    const request = newRefund(first?.sessionId ?? '')
    await requestRefund(ctxAs(person), request)
    await expect(deleteAccount(ctxAs(person), { password })).rejects.toEqual(refusal('refund_pending'))
    await refuseRefund(ctxAs(await newTeamMember()), { id: request.id, answer: 'The sound was good.' })
    await deleteAccount(ctxAs(person), { password })
    const [refund] = (await listRefunds(ctxAs(person))).refunds
    expect(refund).toMatchObject({ state: 'refused', reason: null, answer: null })
    await expect(requestRefund(ctxAs(person), newRefund(second?.sessionId ?? ''))).rejects.toEqual(
      refusal('no_such_person'),
    )
  })
})

describe('the team', () => {
  test('sees open requests and refunds the whole amount', async () => {
    const { asha, ravi, id, refund } = await newRequestedRefund()
    const meera = await newTeamMember()
    expect(await findRefundOf(ctxAs(meera), id)).toMatchObject({ state: 'asked', refunded: null })
    cast.publishedTopics.length = 0
    await grantRefund(ctxAs(meera), { id: refund, amountPaise: 30_00, answer: ' We heard it, too. ' })
    expect(cast.publishedTopics).toEqual(
      expect.arrayContaining([`session:${id}`, `rings:${asha.id}`, `wallet:${asha.id}`, `wallet:${ravi.id}`]),
    )
    expect(await wallet(asha.id)).toBe(100_00)
    expect(await earnings(ravi.id)).toBe(0)
    expect((await listRefunds(ctxAs(asha))).refunds).toMatchObject([
      { state: 'granted', refunded: 30_00, answer: 'We heard it, too.', decidedAt: clock.now() },
    ])
    expect((await timeline(db(), id)).slice(-2)).toEqual(['refund asked (student)', 'refunded'])
    const lines = await db().selectFrom('audit_log').selectAll().where('subject_id', '=', asha.id).execute()
    expect(lines).toMatchObject([
      {
        act: 'refund granted',
        actor_id: meera.id,
        thing: 'session',
        thing_id: id,
        after: { amountPaise: 30_00 },
      },
    ])
  })

  test('refunds a part', async () => {
    const { asha, ravi, refund } = await newRequestedRefund()
    await grantRefund(ctxAs(await newTeamMember()), {
      id: refund,
      amountPaise: 10_00,
      answer: 'For the first minute.',
    })
    expect(await wallet(asha.id)).toBe(80_00)
    expect(await earnings(ravi.id)).toBe(16_00)
  })

  test('needs a recent password check to refund', async () => {
    const { asha, refund } = await newRequestedRefund()
    const grant = { id: refund, amountPaise: 30_00, answer: 'Yes.' }
    const { person: arjun } = await newSignedInPerson(ctxAs, 'team')
    await expect(grantRefund(ctxAs(arjun), grant)).rejects.toEqual(refusal('password_again'))
    expect(await wallet(asha.id)).toBe(70_00)
  })

  test('refuses with a reason', async () => {
    const { asha, id, refund } = await newRequestedRefund()
    await refuseRefund(ctxAs(await newTeamMember()), { id: refund, answer: 'The call was fine.' })
    expect(await wallet(asha.id)).toBe(70_00)
    expect((await listRefunds(ctxAs(asha))).refunds).toMatchObject([
      { state: 'refused', refunded: null, answer: 'The call was fine.' },
    ])
    expect((await timeline(db(), id)).at(-1)).toBe('refund refused')
    await expect(requestRefund(ctxAs(asha), newRefund(id))).rejects.toEqual(refusal('refund_asked_already'))
  })

  test('decides once, even concurrently', async () => {
    const { asha, refund } = await newRequestedRefund()
    const meera = await newTeamMember()
    const grant = { id: refund, amountPaise: 30_00, answer: 'Yes.' }
    const all = await Promise.allSettled([
      ...Array.from({ length: 5 }, () => grantRefund(ctxAs(meera), grant)),
      ...Array.from({ length: 5 }, () => refuseRefund(ctxAs(meera), { id: refund, answer: 'No.' })),
    ])
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const [decided] = (await listRefunds(ctxAs(asha))).refunds
    expect(await wallet(asha.id)).toBe(decided?.state === 'granted' ? 100_00 : 70_00)
    await expect(grantRefund(ctxAs(meera), grant)).rejects.toEqual(refusal('refund_decided'))
    await expect(refuseRefund(ctxAs(meera), { id: refund, answer: 'No.' })).rejects.toEqual(refusal('refund_decided'))
  })

  test('cannot refund more than was charged, less than a paisa, or without an answer', async () => {
    const { asha, refund } = await newRequestedRefund()
    const meera = await newTeamMember()
    const grant = { id: refund, amountPaise: 30_00, answer: 'Yes.' }
    for (const amountPaise of [30_01, 0, -1]) {
      await expect(grantRefund(ctxAs(meera), { ...grant, amountPaise })).rejects.toEqual(refusal('refund_amount'))
    }
    for (const amountPaise of [0.5, Number.NaN, 1e300]) {
      await expect(grantRefund(ctxAs(meera), { ...grant, amountPaise })).rejects.toEqual(refusal('invalid_input'))
    }
    for (const decide of [
      grantRefund(ctxAs(meera), { ...grant, answer: ' ' }),
      refuseRefund(ctxAs(meera), { id: refund, answer: '' }),
    ]) {
      await expect(decide).rejects.toEqual(refusal('refund_answer_missing'))
    }
    await expect(grantRefund(ctxAs(meera), { ...grant, id: randomUUID() })).rejects.toEqual(refusal('no_such_refund'))
    expect(await wallet(asha.id)).toBe(70_00)
  })

  test('needs a second factor, and everyone else is refused', async () => {
    const { asha, ravi, refund } = await newRequestedRefund()
    const meera = await newTeamMember()
    const people: [Actor, string][] = [
      [asha, 'not_allowed'],
      [ravi, 'not_allowed'],
      [{ ...meera, secondFactorMissing: true }, 'not_allowed'],
      [{ kind: 'system' }, 'not_allowed'],
      [visitor, 'not_signed_in'],
    ]
    for (const [actor, code] of people) {
      const ctx = ctxAs(actor)
      await expect(grantRefund(ctx, { id: refund, amountPaise: 1, answer: 'Yes.' })).rejects.toEqual(refusal(code))
      await expect(refuseRefund(ctx, { id: refund, answer: 'No.' })).rejects.toEqual(refusal(code))
      await expect(findRefundOf(ctx, newSessionId())).rejects.toEqual(refusal(code))
    }
    expect((await listRefunds(ctxAs(asha))).refunds).toMatchObject([{ state: 'asked' }])
  })
})

describe('support', () => {
  test('grants a refund up to ₹2,000; above it an administrator decides', async () => {
    const [asha, { person: ravi, expertId }] = [await cast.student(3_000), await cast.expert()]
    const ratePaisePerMinute = paise(500_00)
    const seen = { ratePaisePerMinute: sessionRatePaisePerMinute, sharePercent: 80 }
    await setTerms(cast.system(), { ...seen, expertId, ratePaisePerMinute, seen })
    const id = await cast.ask(asha, expertId, { ratePaisePerMinute })
    // Five minutes, ₹2,500.
    await completeCall(ctxAs, { student: asha, expert: ravi, id, liveMs: 290_000 })
    const request = newRefund(id)
    await requestRefund(ctxAs(asha), request)
    const grant = (amountPaise: number) => ({ id: request.id, amountPaise, answer: 'We heard it, too.' })
    const tara = await newDecider(ctxAs, 'Tara Bose', 'support')
    await expect(grantRefund(ctxAs(tara), grant(2_000_01))).rejects.toEqual(refusal('refund_above_role'))
    expect(await getSessionRefund(ctxAs(asha), id)).toMatchObject({ request: { state: 'asked' } })
    expect(await wallet(asha.id)).toBe(500_00)
    await grantRefund(ctxAs(await newTeamMember()), grant(2_000_01))
    expect(await wallet(asha.id)).toBe(2_500_01)
  })

  test('grants a refund within the limit', async () => {
    const { asha, refund } = await newRequestedRefund()
    const tara = await newDecider(ctxAs, 'Tara Bose', 'support')
    await grantRefund(ctxAs(tara), { id: refund, amountPaise: 30_00, answer: 'We heard it, too.' })
    expect(await wallet(asha.id)).toBe(100_00)
  })

  test('and administrators can decide, finance cannot', async () => {
    const { asha, id, refund } = await newRequestedRefund()
    const vikram = await newDecider(ctxAs, 'Vikram Shah', 'finance')
    const answer = 'No.'
    await expect(grantRefund(ctxAs(vikram), { id: refund, amountPaise: 30_00, answer })).rejects.toEqual(
      refusal('other_team_role'),
    )
    await expect(refuseRefund(ctxAs(vikram), { id: refund, answer })).rejects.toEqual(refusal('other_team_role'))
    expect(await getSessionRefund(ctxAs(asha), id)).toMatchObject({ request: { state: 'asked' } })
  })
})
