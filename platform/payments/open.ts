import type { Clock } from '#kernel/time.ts'
import type { Database } from '#platform/db/database.ts'
import { createDemoPayments } from '#platform/payments/demo.ts'
import type { Payments } from '#platform/payments/port.ts'
import { createRazorpay, type RazorpaySettings } from '#platform/payments/razorpay.ts'

/** Without a provider, students cannot add money. */
export type PaymentSettings = { kind: 'none' } | { kind: 'demo' } | ({ kind: 'razorpay' } & RazorpaySettings)

export function openPayments(settings: PaymentSettings, local: { db: Database; clock: Clock }): Payments {
  if (settings.kind === 'none') return null
  if (settings.kind === 'demo') return createDemoPayments(local)
  const { kind: _kind, ...razorpay } = settings
  return createRazorpay(razorpay)
}
