import { describe, expect, test } from 'vitest'
import type { Person } from '#domain/policy.ts'
import { requestRefund } from '#domain/refunds/request-refund.server.ts'
import { grantRefund } from '#domain/refunds/grant-refund.server.ts'
import { allSessionsFilter, type SessionFilter } from '#domain/sessions/contract.ts'
import { declineSession } from '#domain/sessions/decline-session.server.ts'
import { getSessionStatistics, getSessionTotals, listSessions } from '#domain/sessions/history.server.ts'
import { findOwnWallet } from '#domain/wallet/queries.server.ts'
import { sessionsPageSize } from '#kernel/limits.ts'
import { useDatabase } from '#tests/database.ts'
import { raviProfile } from '#tests/experts.ts'
import { newSessionId } from '#tests/money.ts'
import { createCast, completeCall } from '#tests/sessions.ts'
import { newDecider } from '#tests/signed-in-people.ts'

const database = useDatabase()
const cast = createCast(database.as)
const { ctxAs, clock, declined } = cast
const refusal = (code: string) => expect.objectContaining({ code })
const visitor = { kind: 'visitor', address: '203.0.113.9' } as const

async function newPair(money = 100) {
  const [asha, ravi] = [await cast.student(money), await cast.expert()]
  return { asha, ravi: ravi.person, expertId: ravi.expertId }
}

describe('listSessions', () => {
  test('lists each session once, newest first, page by page, even with equal timestamps', async () => {
    const { asha, ravi, expertId } = await newPair()
    const vikram = await cast.student()
    const asked: string[] = []
    for (let times = 0; times < sessionsPageSize; times += 1) {
      clock.advance(61 * 60_000)
      asked.unshift(await declined(asha, ravi, expertId))
    }
    const atSameTime = [await declined(vikram, ravi, expertId), asked.shift() ?? '']
    const first = await listSessions(ctxAs(ravi))
    expect(first.sessions).toHaveLength(sessionsPageSize)
    expect(first.sessions.slice(0, 2).map(({ id }) => id)).toEqual(atSameTime.toSorted().toReversed())
    const second = await listSessions(ctxAs(ravi), { before: first.next ?? '' })
    expect(second.next).toBeNull()
    const all = [...first.sessions, ...second.sessions].map(({ id }) => id as string)
    expect(all.slice(2)).toEqual(asked)
    const latest = await listSessions(ctxAs(ravi), { limit: 1 })
    expect(latest.sessions.map(({ id }) => id)).toEqual(all.slice(0, 1))
    const next = await listSessions(ctxAs(ravi), { limit: 1, before: latest.next ?? '' })
    expect(next.sessions.map(({ id }) => id)).toEqual(all.slice(1, 2))
  })

  test('lists no sessions of other people, whatever cursor is passed', async () => {
    const { asha, ravi, expertId } = await newPair()
    const id = await declined(asha, ravi, expertId)
    const vikram = await cast.student()
    expect(await listSessions(ctxAs(vikram))).toEqual({ sessions: [], next: null })
    clock.advance(61 * 60_000)
    const vikramsId = await declined(vikram, ravi, expertId)
    expect((await listSessions(ctxAs(asha), { before: vikramsId })).sessions).toEqual([])
    expect((await listSessions(ctxAs(asha), { before: newSessionId() })).sessions).toEqual([])
    expect((await listSessions(ctxAs(asha), { before: '1; drop table' })).sessions).toMatchObject([
      { id, side: 'student', state: 'declined', declineReason: 'In a lecture' },
    ])
    await expect(listSessions(ctxAs(visitor))).rejects.toEqual(refusal('not_signed_in'))
  })
})

describe('a filter', () => {
  /** Asha's sessions with Ravi and José: paid, partly refunded, too short, declined, and one ringing. */
  async function newHistory() {
    const octoberCast = createCast(database.as, { clock: clockAt('2026-10-31T18:25:00Z') })
    const asha = await octoberCast.student(500)
    const ravi = await octoberCast.expert()
    const jose = await octoberCast.expert({ ...raviProfile, fullName: 'José Álvarez' })
    const completedCall = async (expert: typeof ravi, liveMs: number, callType: 'audio' | 'video') => {
      const id = await octoberCast.ask(asha, expert.expertId, { callType })
      await completeCall(octoberCast.ctxAs, { student: asha, expert: expert.person, id, liveMs })
      return id
    }
    const paid = await completedCall(ravi, 121_000, 'audio')
    // Midnight in Kolkata is 18:30 UTC.
    octoberCast.clock.advance(10 * 60_000)
    const refunded = await completedCall(jose, 181_000, 'video')
    octoberCast.clock.advance(60_000)
    const short = await completedCall(ravi, 12_000, 'video')
    octoberCast.clock.advance(60_000)
    const refused = await octoberCast.ask(asha, jose.expertId)
    await declineSession(octoberCast.ctxAs(jose.person), { id: refused, reason: '' })
    octoberCast.clock.advance(60_000)
    const ringing = await octoberCast.ask(asha, ravi.expertId, { callType: 'audio' })
    await refundSession(octoberCast.ctxAs, { student: asha, sessionId: refunded, amountPaise: 10_01 })
    const ids = { paid, refunded, short, refused, ringing }
    const findName = (id: string) => Object.entries(ids).find(([, known]) => known === id)?.[0]
    return {
      ...octoberCast,
      asha,
      ravi: ravi.person,
      jose: jose.person,
      async listNames(person: Person, changes: Partial<SessionFilter>, zone?: string) {
        const filter = { ...allSessionsFilter, ...changes }
        const { sessions } = await listSessions(octoberCast.ctxAs(person), { filter, ...(zone && { zone }) })
        return sessions.map(({ id }) => findName(id))
      },
    }
  }

  test('returns the matching sessions, alone and combined with other filters', async () => {
    const { asha, ravi, jose, listNames } = await newHistory()
    expect(await listNames(asha, {})).toEqual(['ringing', 'refused', 'short', 'refunded', 'paid'])
    expect(await listNames(asha, { outcome: 'paid' })).toEqual(['refunded', 'paid'])
    expect(await listNames(asha, { outcome: 'free' })).toEqual(['refused', 'short'])
    expect(await listNames(asha, { outcome: 'refunded' })).toEqual(['refunded'])
    expect(await listNames(asha, { callType: 'audio' })).toEqual(['ringing', 'paid'])
    expect(await listNames(asha, { name: 'jose alv' })).toEqual(['refused', 'refunded'])
    expect(await listNames(asha, { name: '%' })).toEqual([])
    expect(await listNames(asha, { name: "o'); drop table help_sessions; --" })).toEqual([])
    expect(await listNames(asha, { name: 'Ravi', outcome: 'paid', callType: 'audio' })).toEqual(['paid'])
    expect(await listNames(asha, { name: 'José', outcome: 'paid', callType: 'audio' })).toEqual([])
    expect(await listNames(jose, { outcome: 'paid' })).toEqual(['refunded'])
    expect(await listNames(ravi, { outcome: 'refunded' })).toEqual([])
    // Experts search by the student's name, not by their own.
    expect(await listNames(ravi, { name: 'Ravi' })).toEqual([])
    expect(await listNames(ravi, { name: 'person' })).toEqual(['ringing', 'short', 'paid'])
  })

  test("interprets days in the reader's time zone", async () => {
    const { asha, listNames } = await newHistory()
    expect(await listNames(asha, { to: '2026-10-31' })).toEqual(['paid'])
    expect(await listNames(asha, { from: '2026-11-01' })).toEqual(['ringing', 'refused', 'short', 'refunded'])
    expect(await listNames(asha, { from: '2026-10-31', to: '2026-10-31' }, 'Europe/Berlin')).toHaveLength(5)
    expect(await listNames(asha, { from: '2026-11-01' }, 'Europe/Berlin')).toEqual([])
    expect(await listNames(asha, { from: '2026-11-02', to: '2026-11-01' })).toEqual([])
  })

  test('has totals over all pages, which match the ledger', async () => {
    const { asha, ravi, jose, ctxAs: castAs } = await newHistory()
    expect(await getSessionTotals(castAs(asha))).toEqual({
      sessions: 5,
      billed: 2,
      minutes: 7,
      amount: 70_00,
      refunded: 10_01,
    })
    const filter = { ...allSessionsFilter, outcome: 'refunded' as const }
    expect(await getSessionTotals(castAs(jose), { filter })).toEqual({
      sessions: 1,
      billed: 1,
      minutes: 4,
      amount: 32_00,
      refunded: 8_00,
    })
    for (const expert of [ravi, jose]) {
      const { amount, refunded } = await getSessionTotals(castAs(expert))
      expect(amount - refunded).toBe((await findOwnWallet(castAs(expert)))?.available)
    }
    expect(await getSessionTotals(castAs(await cast.student(0)))).toEqual({
      sessions: 0,
      billed: 0,
      minutes: 0,
      amount: 0,
      refunded: 0,
    })
    await expect(getSessionTotals(castAs(visitor))).rejects.toEqual(refusal('not_signed_in'))
  })

  test('applies to every page', async () => {
    const { asha, ravi, expertId } = await newPair(1_000)
    const paid: string[] = []
    for (let times = 0; times < 3; times += 1) {
      clock.advance(61 * 60_000)
      await declined(asha, ravi, expertId)
      const id = await cast.ask(asha, expertId)
      await completeCall(ctxAs, { student: asha, expert: ravi, id, liveMs: 61_000 })
      paid.unshift(id)
    }
    const filter = { ...allSessionsFilter, outcome: 'paid' as const }
    const first = await listSessions(ctxAs(ravi), { filter, limit: 2 })
    const second = await listSessions(ctxAs(ravi), { filter, limit: 2, before: first.next ?? '' })
    expect([...first.sessions, ...second.sessions].map(({ id }) => id as string)).toEqual(paid)
    expect(second.next).toBeNull()
    expect(await getSessionTotals(ctxAs(ravi), { filter })).toMatchObject({ sessions: 3, amount: 48_00 })
  })
})

describe('statistics', () => {
  test('count billed sessions, with the month taken in Asia/Kolkata', async () => {
    const octoberCast = createCast(database.as, { clock: clockAt('2026-10-31T18:25:00Z') })
    const [asha, ravi] = [await octoberCast.student(100), await octoberCast.expert()]
    const bill = async (liveMs: number) => {
      const id = await octoberCast.ask(asha, ravi.expertId)
      await completeCall(octoberCast.ctxAs, { student: asha, expert: ravi.person, id, liveMs })
    }
    expect(await getSessionStatistics(octoberCast.ctxAs(asha))).toEqual({ total: 0, thisMonth: 0 })
    await bill(61_000)
    expect(await getSessionStatistics(octoberCast.ctxAs(asha))).toEqual({ total: 1, thisMonth: 1 })
    // Midnight in Kolkata is 18:30 UTC.
    octoberCast.clock.advance(10 * 60_000)
    expect(await getSessionStatistics(octoberCast.ctxAs(asha))).toEqual({ total: 1, thisMonth: 0 })
    await bill(30_000)
    await bill(29_999)
    expect(await getSessionStatistics(octoberCast.ctxAs(asha))).toEqual({ total: 2, thisMonth: 1 })
    expect(await getSessionStatistics(octoberCast.ctxAs(ravi.person))).toEqual({ total: 2, thisMonth: 1 })
    expect(await getSessionStatistics(octoberCast.ctxAs(await octoberCast.student(0)))).toEqual({
      total: 0,
      thisMonth: 0,
    })
    await expect(getSessionStatistics(octoberCast.ctxAs(visitor))).rejects.toEqual(refusal('not_signed_in'))
  })
})

async function refundSession(
  castAs: typeof ctxAs,
  { student, ...refund }: { student: Person; sessionId: string; amountPaise: number },
) {
  const id = newSessionId()
  const meera = await newDecider(castAs)
  await requestRefund(castAs(student), { id, sessionId: refund.sessionId, reason: 'No sound.' })
  await grantRefund(castAs(meera), { id, amountPaise: refund.amountPaise, answer: 'We saw it.' })
}

function clockAt(start: string) {
  let nowMs = Date.parse(start)
  return { now: () => new Date(nowMs), advance: (ms: number) => void (nowMs += ms) }
}
