import type { Mismatch } from '#domain/ledger/audit-books.server.ts'
import { allow } from '#domain/policy.ts'
import type { PaymentsContext } from '#domain/wallet/payments-context.server.ts'
import { providerAuditDays, providerAuditGraceMinutes } from '#kernel/limits.ts'
import { daysLater } from '#kernel/time.ts'

/**
 * Compares recent payments at the provider with those in the books. Each paid payment must exist on both sides with
 * the same amount. Skips the last minutes, whose payments may still be in progress.
 */
export async function auditProvider(ctx: PaymentsContext): Promise<Mismatch[]> {
  allow(ctx.actor, 'keepBooksOrSystem')
  if (!ctx.payments) return []
  const now = ctx.clock.now()
  const graceBeganAt = new Date(now.getTime() - providerAuditGraceMinutes * 60_000)
  const since = daysLater(now, -providerAuditDays)
  // Both lists begin before `since`: the provider lists a payment by its start, which may be days before our credit.
  const theirs = await ctx.payments.listPaid({ from: daysLater(since, -providerAuditDays), to: now })
  const ours = await ctx.db
    .selectFrom('payments')
    .select(['provider_payment', 'provider_order', 'amount_paise', 'state', 'changed_at'])
    .where('provider', '=', ctx.payments.kind)
    .where('changed_at', '>=', daysLater(since, -providerAuditDays))
    .where('provider_order', 'is not', null)
    .execute()
  const ourOrders = new Map(ours.map((payment) => [payment.provider_order, payment]))
  const theirPayments = new Set(theirs.map(({ paymentRef }) => paymentRef))

  const missingInBooks = theirs.flatMap(({ orderId, paymentRef, amountPaise }) => {
    const ourPayment = ourOrders.get(orderId)
    // Orders that are not ours belong to another user of the provider account. Money for ours must be credited.
    if (
      !ourPayment ||
      (ourPayment.state === 'paid' &&
        ourPayment.provider_payment === paymentRef &&
        ourPayment.amount_paise === amountPaise)
    )
      return []
    if (ourPayment.state !== 'paid' && ourPayment.changed_at > graceBeganAt) return []
    return [
      {
        check: 'provider',
        what: `${paymentRef} paid ${amountPaise} paise for ${orderId}, but the books do not contain them`,
      },
    ]
  })
  const missingAtProvider = ours
    .filter(({ state, changed_at }) => state === 'paid' && changed_at >= since && changed_at < graceBeganAt)
    .filter(({ provider_payment }) => !theirPayments.has(provider_payment ?? ''))
    .map(({ provider_payment, amount_paise }) => ({
      check: 'provider',
      what: `${amount_paise} paise were credited for ${provider_payment}, which does not exist at the provider`,
    }))
  return [...missingInBooks, ...missingAtProvider]
}
