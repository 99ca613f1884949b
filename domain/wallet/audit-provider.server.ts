import type { Mismatch } from '#domain/ledger/audit-books.server.ts'
import { allow } from '#domain/policy.ts'
import type { PaymentsContext } from '#domain/wallet/payments-context.server.ts'
import { providerAuditDays, providerAuditGraceMinutes } from '#kernel/limits.ts'
import { daysLater } from '#kernel/time.ts'

/**
 * The provider's own list of the last days beside ours: what came in there must stand in the books here, with the same amount, and
 * what was credited here must have come in there. Payments of the last minutes may still be on their way.
 */
export async function auditProvider(ctx: PaymentsContext): Promise<Mismatch[]> {
  allow(ctx.actor, 'teamOrSystem')
  if (!ctx.payments) return []
  const now = ctx.clock.now()
  const settled = new Date(now.getTime() - providerAuditGraceMinutes * 60_000)
  const since = daysLater(now, -providerAuditDays)
  // Somebody may have begun there long before the money came.
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
    const ownOrder = ourOrders.get(orderId)
    // Orders that are not ours belong to somebody who shares the provider's account; money for ours must be credited.
    if (
      !ownOrder ||
      (ownOrder.state === 'paid' &&
        ownOrder.provider_payment === paymentRef &&
        ownOrder.amount_paise === amountPaise)
    )
      return []
    if (ownOrder.state !== 'paid' && ownOrder.changed_at > settled) return []
    return [
      {
        check: 'provider',
        what: `${paymentRef} brought ${amountPaise} paise for ${orderId}, and the books do not have them`,
      },
    ]
  })
  const missingAtProvider = ours
    .filter(({ state, changed_at }) => state === 'paid' && changed_at >= since && changed_at < settled)
    .filter(({ provider_payment }) => !theirPayments.has(provider_payment ?? ''))
    .map(({ provider_payment, amount_paise }) => ({
      check: 'provider',
      what: `${amount_paise} paise were credited for ${provider_payment}, which the provider does not know`,
    }))
  return [...missingInBooks, ...missingAtProvider]
}
