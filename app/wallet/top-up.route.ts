import { readJsonTexts, serve, serveJson } from '#app/base/serve.server.ts'
import { chooseDemoOutcome } from '#domain/wallet/choose-demo-outcome.server.ts'
import { startPayment } from '#domain/wallet/start-payment.server.ts'
import { Refusal } from '#kernel/refusals.ts'
import type { Route } from './+types/top-up.route'

/** Returns the payment provider. */
export const loader = serve('student', async ({ payments }) => Response.json({ provider: payments?.kind ?? 'none' }))

/** Adds demo money from a script. Real payments need the provider's own page. */
export const action = serveJson('student', async ({ context, payments, payouts }, { request }: Route.ActionArgs) => {
  if (payments?.kind !== 'demo') throw new Refusal('payments_closed')
  const { id, amount } = await readJsonTexts(request, ['id', 'amount'])
  const ctx = { ...context, payments }
  const payment = await startPayment(ctx, { id, amount, isDemo: payouts === 'demo' })
  return { state: await chooseDemoOutcome(ctx, { paymentId: payment.id, choice: 'pay' }) }
})
