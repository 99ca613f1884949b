import { redirect } from 'react-router'
import type { RequestScope } from '#app/base/request.server.ts'
import { readForm, serve } from '#app/base/serve.server.ts'
import { handlePaymentReturn } from '#domain/wallet/handle-payment-return.server.ts'
import type { Route } from './+types/payment-return.route'

/** The provider redirects here when the user cancels on its page. */
export const loader = serve('anyone', async (scope, { request }: Route.LoaderArgs) =>
  redirectToWallet(scope, request, null),
)

/**
 * The provider posts here when a payment succeeds or fails. The cross-origin guard allows posts from the provider only
 * for this route.
 */
export const action = serve('anyone', async (scope, { request }: Route.ActionArgs) => {
  const form = await readForm(request)
  const read = (name: string) => String(form.get(`razorpay_${name}`) ?? '')
  const signed = { orderId: read('order_id'), paymentRef: read('payment_id'), signature: read('signature') }
  return redirectToWallet(scope, request, signed.signature ? signed : null)
})

type SignedReturn = Parameters<typeof handlePaymentReturn>[1]['signed']

async function redirectToWallet({ context, payments }: RequestScope, request: Request, signed: SignedReturn) {
  const paymentId = new URL(request.url).searchParams.get('payment') ?? ''
  await handlePaymentReturn({ ...context, payments }, { paymentId, signed })
  return redirect(`/user/wallet?payment=${encodeURIComponent(paymentId)}`, 303)
}
