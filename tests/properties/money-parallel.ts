import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Context } from '#domain/context.server.ts'
import { post } from '#domain/ledger/post.server.ts'
import { auditMoney } from '#domain/wallet/audit-money.server.ts'
import { holdMoney, refundSession } from '#domain/wallet/session-money.server.ts'
import { balanceOf, giveMoney, newAccountId, newSessionId, rupees, settleMinutes } from '#tests/money.ts'

/**
 * Runs concurrent operations and returns the problems of the ledger. `ctx.db` needs one connection per concurrent
 * operation.
 */
export async function runMoneyRace(ctx: Context): Promise<string[]> {
  // Settlements run first, so that every connection is open for simultaneous withdrawals.
  const problems = [...(await settleAndRefund(ctx)), ...(await withdrawEverything(ctx))]
  const mismatches = await auditMoney(ctx)
  return [...problems, ...mismatches.map(({ check, what }) => `${check}: ${what}`)]
}

/** Sends 200 withdrawals of the whole balance. Exactly one must succeed. */
async function withdrawEverything(ctx: Context): Promise<string[]> {
  const { expertId, earned } = await settleSession(ctx)
  const results = await Promise.allSettled(
    Array.from({ length: 200 }, () =>
      post(ctx, randomUUID(), 'wallet_request_payout', [
        sql`${expertId}::uuid`,
        sql`${randomUUID()}::uuid`,
        sql`${earned}::bigint`,
        sql`${'all of it'}::text`,
      ]),
    ),
  )
  const granted = results.filter(({ status }) => status === 'fulfilled').length
  return granted === 1 ? [] : [`${granted} of 200 withdrawals of the whole balance were granted`]
}

/** Settles a session 100 times and refunds it 40 times (20 workers, twice each). Each must take effect once. */
async function settleAndRefund(ctx: Context): Promise<string[]> {
  const { session, expertId, studentId, earned } = await settleSession(ctx, 100)
  const problems: string[] = []
  const paid = await balanceOf(ctx.db, 'expert_earnings', expertId)
  if (paid !== earned) problems.push(`100 settlements paid ${paid}, not ${earned}`)
  const before = await balanceOf(ctx.db, 'student_wallet', studentId)
  const send = () => refundSession(ctx, { sessionId: session, amount: rupees(50) })
  await Promise.all(Array.from({ length: 20 }, async () => (await send()) || (await send())))
  const refunded = (await balanceOf(ctx.db, 'student_wallet', studentId)) - before
  return refunded === rupees(50) ? problems : [...problems, `40 refunds of 5000 paid ${refunded}`]
}

async function settleSession(ctx: Context, settlements = 1) {
  const [studentId, expertId, session] = [newAccountId(), newAccountId(), newSessionId()]
  await giveMoney(ctx, studentId, rupees(100))
  await holdMoney(ctx, { studentId, sessionId: session, amount: rupees(50), step: 0 })
  const settle = () => settleMinutes(ctx, { sessionId: session, studentId, expertId, minutes: 5 })
  await Promise.all(Array.from({ length: settlements }, settle))
  return { session, studentId, expertId, earned: rupees(40) }
}
