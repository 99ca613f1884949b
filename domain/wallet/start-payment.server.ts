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
import {
  addMoneyMaxPaise,
  paymentsStartedPerHour,
  unconfirmedWalletMaxPaise,
  unpaidPaymentCountedHours,
} from '#kernel/limits.ts'
import type { Paise } from '#kernel/money.ts'
import { Refusal } from '#kernel/refusals.ts'
import { hoursLater } from '#kernel/time.ts'
import { enqueue } from '#platform/jobs/port.ts'
import { ProviderError } from '#platform/payments/port.ts'

type Input = {
  /** Created by the browser. A retry uses the same id. */
  id: string
  amount: string
  /** In the embedded demo, wallets of unconfirmed email addresses have no cap. */
  isDemo?: boolean
}

/**
 * Creates a payment and the provider's order for it, without crediting money. The same id and amount return the same
 * payment. While the email address is unconfirmed, an unpaid order of the same amount is returned instead of a second
 * one. A job polls the provider from the start, even if the browser is closed.
 */
export async function startPayment(ctx: PaymentsContext, input: Input): Promise<{ id: PaymentId }> {
  allow(ctx.actor, 'student')
  const amount = requireValidAmount(input.amount)
  const newId = input.id
  if (!isUuid<PaymentId>(newId)) throw new Refusal('invalid_input')
  if (!ctx.payments) throw new Refusal('payments_closed')

  const { id, order } = await savePaymentIntent(ctx, ctx.payments.kind, {
    id: newId,
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

/** Returns the payment, and its order if it has one already. */
async function savePaymentIntent(
  ctx: PaymentsContext,
  provider: 'demo' | 'razorpay',
  { id, amount, studentId, isCapped }: Intent,
): Promise<{ id: PaymentId; order: string | null }> {
  const now = ctx.clock.now()
  return inTransaction(ctx, async (txCtx) => {
    const { db } = txCtx
    // Concurrent payments of one student wait here. After the insert, they would wait for each other and deadlock.
    const profile = isCapped ? await lockProfile(db, studentId) : null
    const isUnconfirmed = Boolean(profile && !profile.email_confirmed_at)
    const unpaid = isUnconfirmed && (await findUnpaidOrder(txCtx, { studentId, amount, provider }))
    if (unpaid) return unpaid
    const inserted = await db
      .insertInto('payments')
      .values({ id, student_id: studentId, provider, amount_paise: amount, started_at: now, changed_at: now })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (inserted) {
      if (isUnconfirmed) await refuseFullWallet(txCtx, studentId)
      const limit = { key: paymentCountKey(studentId), max: paymentsStartedPerHour }
      await countInHour(db, { ...limit, refusal: 'too_many_payments' }, now)
      await enqueue(db, 'poll_payment', { paymentId: id }, { key: `payment ${id}`, runAt: nextPollAt(now, now) })
      return { id, order: null }
    }
    const earlier = await db.selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const isSame = earlier.student_id === studentId && earlier.amount_paise === amount && earlier.provider === provider
    if (!isSame) throw new Refusal('other_request')
    return { id, order: earlier.provider_order }
  })
}

/**
 * An order of this amount that the student cancelled, failed to pay or left an hour ago. It can still be paid, so a
 * second order would count against the cap as well.
 */
async function findUnpaidOrder(
  { db, clock }: Context,
  { studentId, amount, provider }: { studentId: AccountId; amount: Paise; provider: 'demo' | 'razorpay' },
): Promise<{ id: PaymentId; order: string } | null> {
  const unpaid = await db
    .selectFrom('payments')
    .select(['id', 'provider_order'])
    .where('student_id', '=', studentId)
    .where('amount_paise', '=', amount)
    .where('provider', '=', provider)
    .where('provider_order', 'is not', null)
    .where('started_at', '>', hoursLater(clock.now(), -unpaidPaymentCountedHours))
    .where(({ and, eb, or }) =>
      or([
        eb('state', 'in', ['cancelled', 'failed']),
        and([eb('state', '=', 'started'), eb('started_at', '<', hoursLater(clock.now(), -1))]),
      ]),
    )
    .orderBy('started_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return unpaid?.provider_order ? { id: unpaid.id, order: unpaid.provider_order } : null
}

/**
 * A wallet with an unconfirmed email address is capped, because its owner may not be able to recover the account.
 * Counts all unpaid payments of the last hours, including the one just inserted: a cancelled or failed one can still be
 * paid. An older one no longer counts, so that it does not block for days.
 */
async function refuseFullWallet(ctx: Context, studentId: AccountId): Promise<void> {
  const { available, onHold } = await getWalletFigures(ctx, studentId)
  const { unpaid } = await ctx.db
    .selectFrom('payments')
    .select(({ fn }) => fn.coalesce(fn.sum<number>('amount_paise'), sql<number>`0`).as('unpaid'))
    .where('student_id', '=', studentId)
    .where('state', '!=', 'paid')
    .where('started_at', '>', hoursLater(ctx.clock.now(), -unpaidPaymentCountedHours))
    .executeTakeFirstOrThrow()
  if (available + onHold + Number(unpaid) > unconfirmedWalletMaxPaise) throw new Refusal('unconfirmed_wallet_full')
}

/** Of two orders created at the same time, keeps the first. No browser is ever redirected to the other. */
async function saveOrder(ctx: PaymentsContext, id: PaymentId, { orderId }: { orderId: string }): Promise<void> {
  await ctx.db
    .updateTable('payments')
    .set({ provider_order: orderId })
    .where('id', '=', id)
    .where('provider_order', 'is', null)
    .execute()
}
