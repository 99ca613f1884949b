import { derivedId } from '#domain/ledger/derived-id.server.ts'
import { chooseDemoOutcome } from '#domain/wallet/choose-demo-outcome.server.ts'
import type { PaymentsContext } from '#domain/wallet/payments-context.server.ts'
import { startPayment } from '#domain/wallet/start-payment.server.ts'
import type { Paise } from '#kernel/money.ts'
import type { DemoChoice } from '#platform/payments/port.ts'

type AddMoneyOptions = { idSeed: string; amount: Paise; choice: DemoChoice }

/** Adds money by the same actions as the wallet page and the demo payment page. */
export async function addMoney(ctx: PaymentsContext, { idSeed, amount, choice }: AddMoneyOptions): Promise<void> {
  const { id } = await startPayment(ctx, {
    id: derivedId(idSeed, 'demo payment'),
    amount: String(amount / 100),
  })
  await chooseDemoOutcome(ctx, { paymentId: id, choice })
}
