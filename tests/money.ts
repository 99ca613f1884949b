import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Context } from '#domain/context.server.ts'
import { post } from '#domain/ledger/post.server.ts'
import { publishWalletChanges } from '#domain/wallet/queries.server.ts'
import { holdMoney, settleAll, type SessionCost } from '#domain/wallet/session-money.server.ts'
import { type AccountId, accountId, type SessionId, sessionId } from '#kernel/ids.ts'
import { paise } from '#kernel/money.ts'
import type { Database } from '#platform/db/database.ts'

/** Converts rupees to paise, for readability. */
export const rupees = (amount: number) => paise(Math.round(amount * 100))

export const newAccountId = () => accountId.parse(randomUUID())
export const newSessionId = () => sessionId.parse(randomUUID())

/** Adds money as after a confirmed payment, without a payment record. */
export async function giveMoney(ctx: Context, studentId: AccountId, amount: number): Promise<void> {
  await post(ctx, randomUUID(), 'wallet_add_money', [
    sql`${studentId}::uuid`,
    sql`${randomUUID()}::uuid`,
    sql`${amount}::bigint`,
    sql`${'Money added'}::text`,
  ])
}

/** Adds earnings of a paid session: 80 percent of ₹10 per minute. Returns the session id. */
export async function earnMinutes(system: Context, expertId: AccountId, minutes: number): Promise<SessionId> {
  const session = { studentId: newAccountId(), sessionId: newSessionId(), expertId }
  const amount = rupees(minutes * 10)
  await giveMoney(system, session.studentId, amount)
  await holdMoney(system, { ...session, amount, step: 0 })
  await settleMinutes(system, { ...session, minutes })
  publishWalletChanges(system, expertId)
  return session.sessionId
}

const defaultTerms = { ratePaisePerMinute: rupees(10), sharePercent: 80, fee: null }
type CostInput = Omit<SessionCost, keyof typeof defaultTerms> & Partial<SessionCost>

/** Settles the minutes of one session, for ₹10 per minute unless the test says otherwise. */
export async function settleMinutes(ctx: Context, cost: CostInput): Promise<void> {
  await settleAll(ctx, [{ ...defaultTerms, ...cost }])
}

/** Returns the balance of one account, or 0 if it was never used. */
export async function balanceOf(db: Database, kind: string, subjectId?: string): Promise<number> {
  const found = await db
    .selectFrom('ledger_balances')
    .select('balance_paise')
    .where('kind', '=', kind)
    .where('subject_id', subjectId ? '=' : 'is', subjectId ?? null)
    .executeTakeFirst()
  return found?.balance_paise ?? 0
}

/** Returns the sum of all accounts, which must always be zero. */
export async function sumOfBooks(db: Database): Promise<number> {
  const { rows } = await sql<{ sum: string }>`
    select coalesce(sum(balance_paise), 0) as sum from ledger_balances`.execute(db)
  return Number(rows[0]?.sum)
}

/** Lists the amounts of a person’s statement in paise, oldest first. */
export async function statementOf(db: Database, ownerId: AccountId): Promise<number[]> {
  const { rows } = await sql<{ amount_paise: number }>`
    select l.amount_paise from ledger_lines l join ledger_accounts a on a.id = l.account_id
    where a.owner_id = ${ownerId} order by l.id`.execute(db)
  return rows.map(({ amount_paise }) => amount_paise)
}
