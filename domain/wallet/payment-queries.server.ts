import { sql } from 'kysely'
import type { Context } from '#domain/context.server.ts'
import { allow } from '#domain/policy.ts'
import type { MoneyReturn, Payment, PaymentState, Spending } from '#domain/wallet/contract.ts'
import type { PaymentsContext } from '#domain/wallet/payments-context.server.ts'
import { type AccountId, isUuid, type PaymentId } from '#kernel/ids.ts'
import { type Paise, paise } from '#kernel/money.ts'
import { Refusal } from '#kernel/refusals.ts'

const columns = ['id', 'amount_paise', 'state', 'failure', 'started_at', 'provider', 'provider_order'] as const

/** One of the actor's own payments, with fields that only the server needs. */
export async function getOwnPayment(ctx: Context, paymentId: string) {
  const found = await findOwnPayment(ctx, paymentId)
  if (!found) throw new Refusal('no_such_payment')
  return found
}

export async function findOwnPayment(ctx: Context, id: string) {
  if (!isUuid<PaymentId>(id)) return null
  const row = await ctx.db
    .selectFrom('payments')
    .select(columns)
    .where('id', '=', id)
    .where('student_id', '=', requireStudentId(ctx))
    .executeTakeFirst()
  return row ? { ...toPayment(row), provider: row.provider, orderId: row.provider_order } : null
}

/** Pending payments and pending returns. */
export async function listPending(ctx: Context): Promise<{ payments: Payment[]; returns: MoneyReturn[] }> {
  const studentId = requireStudentId(ctx)
  const payments = await ctx.db
    .selectFrom('payments')
    .select(columns)
    .where('student_id', '=', studentId)
    .where('state', '=', 'pending')
    .orderBy('started_at', 'desc')
    .execute()
  const returns = await ctx.db
    .selectFrom('money_returns as r')
    .innerJoin('payments as p', 'p.id', 'r.payment_id')
    .select(['r.id', 'r.amount_paise', 'r.asked_at'])
    .where('p.student_id', '=', studentId)
    .where('r.state', '=', 'sending')
    .orderBy('r.asked_at', 'desc')
    .execute()
  return {
    payments: payments.map(toPayment),
    returns: returns.map(({ id, amount_paise, asked_at }) => ({
      id,
      amount: paise(amount_paise),
      askedAt: asked_at,
    })),
  }
}

/** The part of the wallet that came from payments and can be returned to them. */
export async function getReturnable(ctx: PaymentsContext): Promise<Paise> {
  const studentId = requireStudentId(ctx)
  if (!ctx.payments) return paise(0)
  const { rows } = await sql<{ amount: number }>`
    select least(
      wallet_available(${studentId}, 'student_wallet'),
      (select coalesce(sum(amount_paise - returned_paise), 0)::bigint from payments
        where student_id = ${studentId} and state = 'paid' and provider = ${ctx.payments.kind})
    ) as amount`.execute(ctx.db)
  return paise(rows[0]?.amount ?? 0)
}

export async function getSpending(ctx: Context): Promise<Spending> {
  const studentId = requireStudentId(ctx)
  const { rows } = await sql<{ limit: number | null; spent: number }>`
    select (select daily_paise from spending_limits where student_id = ${studentId}) as limit,
      wallet_spent_today(${studentId}, ${ctx.clock.now()}) as spent`.execute(ctx.db)
  const { limit = null, spent = 0 } = rows[0] ?? {}
  return { dailyLimit: limit === null ? null : paise(limit), spentToday: paise(spent) }
}

function requireStudentId(ctx: Context): AccountId {
  allow(ctx.actor, 'student')
  return ctx.actor.id
}

type Row = { id: PaymentId; amount_paise: number; state: PaymentState; failure: string | null; started_at: Date }

function toPayment({ id, amount_paise, state, failure, started_at }: Row): Payment {
  return {
    id,
    amount: paise(amount_paise),
    state,
    failure,
    startedAt: started_at,
  }
}

/** Whether any demo payment was not returned. Its money cannot be distinguished from real money. */
export async function hasDemoMoney(ctx: Context): Promise<boolean> {
  allow(ctx.actor, 'payOutOrSystem')
  const payment = await ctx.db
    .selectFrom('payments')
    .select('id')
    .where('provider', '=', 'demo')
    .whereRef('amount_paise', '>', 'returned_paise')
    .where('state', '=', 'paid')
    .limit(1)
    .executeTakeFirst()
  return payment !== undefined
}
