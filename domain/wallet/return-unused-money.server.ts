import { type Kysely, sql } from 'kysely'
import { requireConfirmedEmail } from '#domain/accounts/profile-rows.server.ts'
import { inTransaction } from '#domain/in-transaction.server.ts'
import { derivedId } from '#domain/ledger/derived-id.server.ts'
import { post } from '#domain/ledger/post.server.ts'
import { notify } from '#domain/notifications/notify.server.ts'
import { allow } from '#domain/policy.ts'
import type { PaymentsContext } from '#domain/wallet/payments-context.server.ts'
import { publishWalletChanges } from '#domain/wallet/queries.server.ts'
import { readAmount } from '#domain/wallet/rules.ts'
import { type AccountId, isUuid, type PaymentId } from '#kernel/ids.ts'
import { type Paise, paise } from '#kernel/money.ts'
import { Refusal } from '#kernel/refusals.ts'
import type { DB } from '#platform/db/schema.ts'
import { enqueue } from '#platform/jobs/port.ts'

type Input = {
  /** Created by the browser. A retry uses the same id. */
  id: string
  amount: string
}

/**
 * Returns unused money to the payment method, newest payments first. Debits the wallet and reserves the amount on each
 * payment. A job then requests the refund. Money that the provider cannot return goes back to the wallet.
 */
export async function returnUnusedMoney(ctx: PaymentsContext, input: Input): Promise<{ amount: Paise }> {
  allow(ctx.actor, 'student')
  const { id: studentId } = ctx.actor
  const amount = readAmount(input.amount)
  if (!amount) throw new Refusal('not_an_amount')
  const requestId = input.id
  if (!isUuid(requestId)) throw new Refusal('invalid_input')
  const provider = ctx.payments?.kind
  if (!provider) throw new Refusal('payments_closed')

  const isNew = await inTransaction(ctx, async (txCtx) => {
    // Locks in a fixed order, so that requests of one student run one after the other.
    const payments = await txCtx.db
      .selectFrom('payments')
      .select(['id', 'amount_paise', 'returned_paise'])
      .where('student_id', '=', studentId)
      .where('state', '=', 'paid')
      .where('provider', '=', provider)
      .orderBy('started_at', 'desc')
      .orderBy('id')
      .forUpdate()
      .execute()
    if (await isRepeatedRequest(txCtx.db, { requestId, studentId, amount })) return false
    await requireConfirmedEmail(txCtx.db, studentId)
    const parts = splitAcrossPayments(payments, amount)
    if (!parts) throw new Refusal('not_returnable')
    for (const part of parts) await returnPart(txCtx, { ...part, requestId, studentId })
    const facts = { what: 'sent_back', amountPaise: amount } as const
    await notify(txCtx, { to: studentId, kind: 'money', facts, once: `send back ${requestId}` })
    return true
  })
  if (isNew) publishWalletChanges(ctx, studentId)
  return { amount }
}

type ReturnRequest = { requestId: string; studentId: AccountId; amount: Paise }

async function isRepeatedRequest(tx: Kysely<DB>, { requestId, studentId, amount }: ReturnRequest): Promise<boolean> {
  const earlier = await tx
    .selectFrom('money_returns as r')
    .innerJoin('payments as p', 'p.id', 'r.payment_id')
    .select(['r.amount_paise', 'p.student_id'])
    .where('r.request_id', '=', requestId)
    .execute()
  if (earlier.length === 0) return false
  const sum = earlier.reduce((total, part) => total + part.amount_paise, 0)
  const isSame = sum === amount && earlier.every((part) => part.student_id === studentId)
  if (!isSame) throw new Refusal('other_request')
  return true
}

type PaymentRemainder = { id: PaymentId; amount_paise: number; returned_paise: number }
type Part = { paymentId: PaymentId; amount: Paise }

/** Null when these payments do not add up to the amount. */
function splitAcrossPayments(payments: PaymentRemainder[], amount: Paise): Part[] | null {
  let remaining: number = amount
  const parts: Part[] = []
  for (const { id, amount_paise, returned_paise } of payments) {
    const part = Math.min(amount_paise - returned_paise, remaining)
    if (part > 0) parts.push({ paymentId: id, amount: paise(part) })
    remaining -= part
  }
  return remaining === 0 ? parts : null
}

async function returnPart(
  ctx: PaymentsContext,
  { paymentId, amount, requestId, studentId }: Part & { requestId: string; studentId: AccountId },
): Promise<void> {
  const id = derivedId(requestId, paymentId)
  const now = ctx.clock.now()
  await ctx.db
    .insertInto('money_returns')
    .values({
      id,
      request_id: requestId,
      payment_id: paymentId,
      amount_paise: amount,
      asked_at: now,
      changed_at: now,
    })
    .execute()
  await post(ctx, derivedId(id, 'send back'), 'wallet_send_back', [
    sql`${studentId}::uuid`,
    sql`${id}::uuid`,
    sql`${amount}::bigint`,
    sql`${'Sent back to where it was paid from'}::text`,
  ])
  await enqueue(ctx.db, 'return_money', { returnId: id }, { key: `return ${id}` })
}
