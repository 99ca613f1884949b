import { sql } from 'kysely'
import { countInHour, paymentCountKey } from '#domain/accounts/hourly-counts.server.ts'
import { lockProfile } from '#domain/accounts/profile-rows.server.ts'
import type { Context } from '#domain/context.server.ts'
import { inTransaction } from '#domain/in-transaction.server.ts'
import { allow } from '#domain/policy.ts'
import type { PaymentsContext } from '#domain/wallet/payments-context.server.ts'
import { nextPollAt } from '#domain/wallet/poll-payment.server.ts'
import { getWalletFigures } from '#domain/wallet/queries.server.ts'
import { isValidTopUp, readAmount } from '#domain/wallet/rules.ts'
import { type AccountId, isUuid, type PaymentId } from '#kernel/ids.ts'
import { addMoneyMaxPaise, paymentsStartedPerHour, unconfirmedWalletMaxPaise } from '#kernel/limits.ts'
import type { Paise } from '#kernel/money.ts'
import { Refusal } from '#kernel/refusals.ts'
import { minutesLater } from '#kernel/time.ts'
import { enqueue } from '#platform/jobs/port.ts'
import { ProviderError } from '#platform/payments/port.ts'

type Input = {
  /** Created by the browser; a retry uses the same id. */
  id: string
  amount: string
  /** In the embedded demo, wallets of unconfirmed addresses have no cap. */
  isDemo?: boolean
}

/**
 * Creates a payment and the provider's order for it; credits nothing. The same id and amount return the same payment. A
 * job polls the provider from the start, even if the browser is closed.
 */
export async function startPayment(ctx: PaymentsContext, input: Input): Promise<{ id: PaymentId }> {
  allow(ctx.actor, 'student')
  const amount = requireValidAmount(input.amount)
  const { id } = input
  if (!isUuid<PaymentId>(id)) throw new Refusal('invalid_input')
  if (!ctx.payments) throw new Refusal('payments_closed')

  const order = await savePaymentIntent(ctx, ctx.payments.kind, {
    id,
    amount,
    studentId: ctx.actor.id,
    isCapped: !input.isDemo,
  })
  if (!order) {
    try {
      await saveOrder(ctx, id, await ctx.payments.createOrder({ paymentId: id, amount }))
    } catch (error) {
      if (error instanceof ProviderError) throw new Refusal('provider_away', { cause: error })
      throw error
    }
  }
  return { id }
}

function requireValidAmount(text: string): Paise {
  const amount = readAmount(text)
  if (amount && amount > addMoneyMaxPaise) throw new Refusal('too_much_at_once')
  if (!amount || !isValidTopUp(amount)) throw new Refusal('not_an_amount')
  return amount
}

type Intent = { id: PaymentId; amount: Paise; studentId: AccountId; isCapped: boolean }

/** Returns the existing order of the payment, if it has one. */
async function savePaymentIntent(
  ctx: PaymentsContext,
  provider: 'demo' | 'razorpay',
  { id, amount, studentId, isCapped }: Intent,
): Promise<string | null> {
  const now = ctx.clock.now()
  return inTransaction(ctx, async (txCtx) => {
    const { db } = txCtx
    // Concurrent payments of one student wait here. After the insert it is too late: each would wait for the other.
    const profile = isCapped ? await lockProfile(db, studentId) : null
    const inserted = await db
      .insertInto('payments')
      .values({ id, student_id: studentId, provider, amount_paise: amount, started_at: now, changed_at: now })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (inserted) {
      if (profile && !profile.email_confirmed_at) await refuseFullWallet(txCtx, studentId)
      const limit = { key: paymentCountKey(studentId), max: paymentsStartedPerHour }
      await countInHour(db, { ...limit, refusal: 'too_many_payments' }, now)
      await enqueue(db, 'poll_payment', { paymentId: id }, { key: `payment ${id}`, runAt: nextPollAt(now, now) })
      return null
    }
    const earlier = await db.selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const isSame = earlier.student_id === studentId && earlier.amount_paise === amount && earlier.provider === provider
    if (!isSame) throw new Refusal('other_request')
    return earlier.provider_order
  })
}

/**
 * Money of a person with a mistyped address could not be recovered, so such a wallet stays small. Counts what was
 * started in the last hour, including the payment that was just inserted: an abandoned one must not block for days.
 */
async function refuseFullWallet(ctx: Context, studentId: AccountId): Promise<void> {
  const { available, onHold } = await getWalletFigures(ctx, studentId)
  const { pending } = await ctx.db
    .selectFrom('payments')
    .select(({ fn }) => fn.coalesce(fn.sum<number>('amount_paise'), sql<number>`0`).as('pending'))
    .where('student_id', '=', studentId)
    .where('state', 'in', ['started', 'pending'])
    .where('started_at', '>', minutesLater(ctx.clock.now(), -60))
    .executeTakeFirstOrThrow()
  if (available + onHold + Number(pending) > unconfirmedWalletMaxPaise) throw new Refusal('unconfirmed_wallet_full')
}

/** Of two orders created at the same time, keeps the first. No browser is ever sent to the other. */
async function saveOrder(ctx: PaymentsContext, id: PaymentId, { orderId }: { orderId: string }): Promise<void> {
  await ctx.db
    .updateTable('payments')
    .set({ provider_order: orderId })
    .where('id', '=', id)
    .where('provider_order', 'is', null)
    .execute()
}
