import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import { post } from '#domain/ledger/post.server.ts'
import { getWalletFigures } from '#domain/wallet/queries.server.ts'
import { extendHolds, holdMoney, refundSession, releaseHold, settleFee } from '#domain/wallet/session-money.server.ts'
import type { AccountId, SessionId } from '#kernel/ids.ts'
import type { Database } from '#platform/db/database.ts'
import { waitUntilBlocked, useDatabase } from '#tests/database.ts'
import {
  balanceOf,
  giveMoney,
  newAccountId,
  newSessionId,
  rupees,
  settleMinutes,
  statementOf,
  sumOfBooks,
} from '#tests/money.ts'
import { newStudent, newSignedInPerson } from '#tests/signed-in-people.ts'

const database = useDatabase()
const system = () => database.as({ kind: 'system' })
const db = () => database.db()

afterEach(async () => {
  if ((await sumOfBooks(db())) !== 0) throw new Error('the books do not balance')
})

async function newStudentWith(amount: number): Promise<AccountId> {
  const id = newAccountId()
  await giveMoney(system(), id, rupees(amount))
  return id
}

async function startSession(studentId: AccountId, amount = 50, expertId = newAccountId()) {
  const sessionId = newSessionId()
  await holdMoney(system(), { studentId, sessionId, amount: rupees(amount), step: 0 })
  return { studentId, expertId, sessionId }
}

const wallet = (id: AccountId) => balanceOf(db(), 'student_wallet', id)
const earnings = (id: AccountId) => balanceOf(db(), 'expert_earnings', id)

describe('a session', () => {
  test('holds, extends, settles the used amount and returns the rest, with one line for each side', async () => {
    const asha = await newStudentWith(100)
    const session = await startSession(asha)
    await holdMoney(system(), { ...session, amount: rupees(30), step: 1 })
    expect(await getWalletFigures(system(), asha)).toMatchObject({ available: 2_000, onHold: 8_000 })
    expect(await statementOf(db(), asha)).toEqual([10_000])

    await settleMinutes(system(), { ...session, minutes: 7 })
    expect(await wallet(asha)).toBe(3_000)
    expect(await earnings(session.expertId)).toBe(5_600)
    expect(await statementOf(db(), asha)).toEqual([10_000, -7_000])
    expect(await statementOf(db(), session.expertId)).toEqual([5_600])
    expect(await getWalletFigures(system(), session.expertId)).toMatchObject({
      earnedToday: 5_600,
      recentLines: 1,
    })
    expect(await getWalletFigures(system(), asha)).toMatchObject({ available: 3_000, onHold: 0 })
  })

  test('that never started costs nothing and leaves no line', async () => {
    const asha = await newStudentWith(50)
    const session = await startSession(asha)
    expect(await wallet(asha)).toBe(0)
    await releaseHold(system(), session)
    expect(await wallet(asha)).toBe(5_000)
    expect(await statementOf(db(), asha)).toEqual([5_000])
  })

  test('is either settled or released', async () => {
    const session = await startSession(await newStudentWith(50))
    await settleMinutes(system(), { ...session, minutes: 5 })
    await expect(releaseHold(system(), session)).rejects.toThrow('already requested with other details')
    await expect(holdMoney(system(), { ...session, amount: rupees(10), step: 1 })).rejects.toThrow(
      'This has already been done.',
    )
    expect(await wallet(session.studentId)).toBe(0)
  })

  test('splits odd amounts without losing a paisa', async () => {
    const asha = await newStudentWith(1)
    const session = await startSession(asha, 1)
    const before = await balanceOf(db(), 'platform_fee')
    await settleMinutes(system(), { ...session, minutes: 1, ratePaisePerMinute: rupees(0.99) })
    expect(await earnings(session.expertId)).toBe(79)
    expect((await balanceOf(db(), 'platform_fee')) - before).toBe(20)
    expect(await wallet(asha)).toBe(1)
  })

  test('cannot use more than was held', async () => {
    const session = await startSession(await newStudentWith(50), 20)
    await expect(settleMinutes(system(), { ...session, minutes: 3 })).rejects.toThrow('more was used than was held')
    expect(await balanceOf(db(), 'session_escrow', session.sessionId)).toBe(2_000)
  })
})

describe('each money operation', () => {
  test('is idempotent', async () => {
    const session = await startSession(await newStudentWith(100))
    expect(await holdMoney(system(), { ...session, amount: rupees(50), step: 0 })).toBe(false)
    for (const _ of [1, 2]) await settleMinutes(system(), { ...session, minutes: 4 })
    expect(await statementOf(db(), session.studentId)).toEqual([10_000, -4_000])
    expect(await statementOf(db(), session.expertId)).toEqual([3_200])
    const refund = { sessionId: session.sessionId, amount: rupees(40) }
    expect(await refundSession(system(), refund)).toBe(true)
    expect(await refundSession(system(), refund)).toBe(false)
    expect(await wallet(session.studentId)).toBe(10_000)
    expect(await earnings(session.expertId)).toBe(0)
    const fee = { ...(await startSession(session.studentId)), total: rupees(10), sharePercent: 80 }
    expect(await settleFee(system(), fee)).toBe(true)
    expect(await settleFee(system(), fee)).toBe(false)
  })

  test('with the same id and other details is refused', async () => {
    const session = await startSession(await newStudentWith(100))
    await expect(holdMoney(system(), { ...session, amount: rupees(40), step: 0 })).rejects.toThrow('with other details')
    await settleMinutes(system(), { ...session, minutes: 4 })
    await expect(settleMinutes(system(), { ...session, minutes: 5 })).rejects.toThrow('with other details')
  })

  test('that was already done is refused under another id', async () => {
    const { studentId, sessionId } = await startSession(await newStudentWith(100))
    const again = post(system(), randomUUID(), 'wallet_hold', [
      sql`${studentId}::uuid`,
      sql`${sessionId}::uuid`,
      sql`0::integer`,
      sql`5000::bigint`,
    ])
    await expect(again).rejects.toThrow('This has already been done.')
    expect(await wallet(studentId)).toBe(5_000)
  })

  test('can only use the escrow of its own student', async () => {
    const ashasSession = await startSession(await newStudentWith(50))
    const kiran = await newStudentWith(100)
    const mixedUp = { ...ashasSession, studentId: kiran }
    await expect(holdMoney(system(), { ...mixedUp, amount: rupees(10), step: 1 })).rejects.toThrow('is another student')
    await expect(settleMinutes(system(), { ...mixedUp, minutes: 1 })).rejects.toThrow('is another student')
    expect(await wallet(kiran)).toBe(10_000)
    expect(await balanceOf(db(), 'session_escrow', ashasSession.sessionId)).toBe(5_000)
  })

  test('needs a sufficient balance', async () => {
    const asha = await newStudentWith(30)
    await expect(startSession(asha, 40)).rejects.toThrow('There is not enough money in the wallet for that.')
    await expect(startSession(asha, 0)).rejects.toThrow('There is not enough money')
    await expect(startSession(newAccountId(), 10)).rejects.toThrow('There is not enough money')
    expect(await wallet(asha)).toBe(3_000)
  })

  test('is refused to other people', async () => {
    const { person: asha } = await newStudent(database.as)
    const { person: ravi } = await newSignedInPerson(database.as, 'expert')
    await giveMoney(system(), asha.id, rupees(50))
    const hold = { studentId: asha.id, sessionId: newSessionId(), amount: rupees(10), step: 0 }
    const { person: other } = await newStudent(database.as)
    for (const actor of [other, ravi, { kind: 'visitor', address: '' } as const]) {
      await expect(holdMoney(database.as(actor), hold)).rejects.toThrow(/not allowed|logged in/)
      await expect(refundSession(database.as(actor), hold)).rejects.toThrow(/not allowed|logged in/)
      await expect(getWalletFigures(database.as(actor), asha.id)).rejects.toThrow(/not allowed|logged in/)
    }
    const session = { ...hold, expertId: ravi.id }
    const fee = { ...session, total: rupees(10), sharePercent: 80 }
    await expect(settleMinutes(database.as(asha), { ...session, minutes: 1 })).rejects.toThrow('not allowed')
    await expect(settleFee(database.as(asha), fee)).rejects.toThrow('not allowed')
    await expect(extendHolds(database.as(asha), [hold])).rejects.toThrow('not allowed')
    expect(await holdMoney(database.as(asha), hold)).toBe(true)
    expect(await getWalletFigures(database.as(asha), asha.id)).toMatchObject({
      available: 4_000,
      onHold: 1_000,
    })
  })
})

describe('a refund', () => {
  async function newSettledSession(minutes = 5) {
    const session = await startSession(await newStudentWith(50))
    await settleMinutes(system(), { ...session, minutes })
    return session
  }

  test('of a part is taken from both sides in proportion', async () => {
    const session = await newSettledSession()
    const fee = await balanceOf(db(), 'platform_fee')
    await refundSession(system(), { sessionId: session.sessionId, amount: rupees(12.51) })
    expect(await wallet(session.studentId)).toBe(1_251)
    expect(await earnings(session.expertId)).toBe(4_000 - 1_000)
    expect(fee - (await balanceOf(db(), 'platform_fee'))).toBe(251)
    expect(await statementOf(db(), session.studentId)).toEqual([5_000, -5_000, 1_251])
  })

  test('after a payout becomes a debt that later earnings repay', async () => {
    const session = await newSettledSession()
    const { expertId } = session
    await withdrawThirty(db(), expertId)
    await refundSession(system(), { sessionId: session.sessionId, amount: rupees(50) })
    expect(await wallet(session.studentId)).toBe(5_000)
    expect(await earnings(expertId)).toBe(0)
    expect(await balanceOf(db(), 'expert_debt', expertId)).toBe(-3_000)
    expect(await statementOf(db(), expertId)).toEqual([4_000, -3_000, -1_000])

    for (const [minutes, debt, balance] of [
      [2, -1_400, 0],
      [3, 0, 1_000],
    ] as const) {
      const next = await startSession(session.studentId, minutes * 10, expertId)
      await giveMoney(system(), session.studentId, rupees(minutes * 10))
      await settleMinutes(system(), { ...next, minutes })
      expect(await balanceOf(db(), 'expert_debt', expertId)).toBe(debt)
      expect(await earnings(expertId)).toBe(balance)
    }
    const lines = await statementOf(db(), expertId)
    expect(lines.reduce((sum, line) => sum + line, 0)).toBe(1_000)
  })

  test('during a payout becomes a debt of the amount paid out', async () => {
    const { sessionId, expertId } = await newSettledSession()
    const tx = await db().startTransaction().execute()
    await withdrawThirty(tx, expertId)
    const [isNew] = await Promise.all([
      refundSession(system(), { sessionId, amount: rupees(50) }),
      waitUntilBlocked(db()).then(() => tx.commit().execute()),
    ])
    expect(isNew).toBe(true)
    expect(await earnings(expertId)).toBe(0)
    expect(await balanceOf(db(), 'expert_debt', expertId)).toBe(-3_000)
  })

  test('is limited to the paid amount of a settled session, and must be above zero', async () => {
    const session = await newSettledSession()
    for (const amount of [50.01, 0, -1]) {
      const refund = { sessionId: session.sessionId, amount: rupees(amount) }
      await expect(refundSession(system(), refund)).rejects.toThrow('no more can be refunded than was paid')
    }
    await expect(refundSession(system(), { sessionId: newSessionId(), amount: rupees(1) })).rejects.toThrow('no more')
    expect(await wallet(session.studentId)).toBe(0)
  })
})

describe('many holds together', () => {
  const newHold = (session: { studentId: AccountId; sessionId: SessionId }, amount: number) => ({
    ...session,
    amount: rupees(amount),
    step: 1,
  })

  test('are extended if the wallet has enough money, and left out otherwise', async () => {
    const rich = await startSession(await newStudentWith(100))
    const poor = await startSession(await newStudentWith(55))
    const over = await startSession(await newStudentWith(100))
    await releaseHold(system(), over)
    const limited = await startSession(await newStudentWith(100))
    await setLimit(limited.studentId, 60)
    const holds = [newHold(rich, 20), newHold(poor, 20), newHold(over, 20), newHold(limited, 20)]
    expect(await extendHolds(system(), holds)).toEqual(new Set([rich.sessionId]))
    expect(await extendHolds(system(), holds)).toEqual(new Set([rich.sessionId]))
    expect(await wallet(rich.studentId)).toBe(3_000)
    expect(await wallet(poor.studentId)).toBe(500)
    expect(await wallet(over.studentId)).toBe(10_000)
    expect(await wallet(limited.studentId)).toBe(5_000)
    expect(await extendHolds(system(), [])).toEqual(new Set())
  })

  test('can use the last rupee of a wallet, and leave out holds without money', async () => {
    const session = await startSession(await newStudentWith(70))
    expect(await extendHolds(system(), [newHold(session, 20)])).toEqual(new Set([session.sessionId]))
    expect(await wallet(session.studentId)).toBe(0)
    expect(await extendHolds(system(), [newHold(session, 10)])).toEqual(new Set())
  })

  test('run concurrently with single holds', async () => {
    const sessions = await Promise.all(Array.from({ length: 20 }, async () => startSession(await newStudentWith(100))))
    await Promise.all([
      extendHolds(
        system(),
        sessions.map((session) => newHold(session, 50)),
      ),
      extendHolds(
        system(),
        sessions.toReversed().map((session) => newHold(session, 50)),
      ),
      ...sessions.map((session) => holdMoney(system(), newHold(session, 50))),
    ])
    for (const { studentId } of sessions) expect(await wallet(studentId)).toBe(0)
  })
})

describe('the daily limit', () => {
  test('counts what was spent and held today, and refuses more', async () => {
    const asha = await newStudentWith(200)
    await setLimit(asha, 60)
    const session = await startSession(asha, 50)
    await expect(startSession(asha, 20)).rejects.toThrow('That is above your daily spending limit.')
    await settleMinutes(system(), { ...session, minutes: 3 })
    await expect(startSession(asha, 40)).rejects.toThrow('above your daily spending limit')
    await startSession(asha, 30)
  })

  test('resets at midnight in Kolkata', async () => {
    const asha = await newStudentWith(200)
    await setLimit(asha, 50)
    const at = (time: string) => database.as({ kind: 'system' }, { now: () => new Date(time) })
    const expertId = newAccountId()
    const evening = { studentId: asha, sessionId: newSessionId(), expertId }
    await holdMoney(at('2026-11-16T18:20:00Z'), { ...evening, amount: rupees(50), step: 0 })
    await settleMinutes(at('2026-11-16T18:29:59Z'), { ...evening, minutes: 5 })
    const next = { studentId: asha, sessionId: newSessionId(), amount: rupees(50), step: 0 }
    await expect(holdMoney(at('2026-11-16T18:29:59Z'), next)).rejects.toThrow('daily spending limit')
    await holdMoney(at('2026-11-16T18:30:00Z'), next)
    expect(await getWalletFigures(at('2026-11-16T18:29:59Z'), expertId)).toMatchObject({ earnedToday: 4_000 })
    expect(await getWalletFigures(at('2026-11-16T18:30:00Z'), expertId)).toMatchObject({ earnedToday: 0 })
  })
})

/** Reserves ₹30, as a withdrawal does. */
async function withdrawThirty(db: Database, expertId: AccountId): Promise<void> {
  await sql`select wallet_request_payout(
    gen_random_uuid(), null, now(), ${expertId}, gen_random_uuid(), 3000, 'w')`.execute(db)
}

async function setLimit(studentId: AccountId, amount: number): Promise<void> {
  const email = `${studentId}@samjhao.example`
  await db().insertInto('profiles').values({ id: studentId, email, full_name: 'A Student' }).execute()
  await db()
    .insertInto('spending_limits')
    .values({ student_id: studentId, daily_paise: rupees(amount), changed_at: new Date() })
    .execute()
}
