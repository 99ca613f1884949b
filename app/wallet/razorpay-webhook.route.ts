import { serve } from '#app/base/serve.server.ts'
import { handleProviderWebhook } from '#domain/wallet/handle-provider-webhook.server.ts'
import type { Route } from './+types/razorpay-webhook.route'

/** The signature covers the raw body, byte for byte. */
export const action = serve('anyone', async ({ context, payments }, { request }: Route.ActionArgs) => {
  const signature = request.headers.get('x-razorpay-signature') ?? ''
  await handleProviderWebhook({ ...context, payments }, { rawBody: await request.text(), signature })
  return new Response(null, { status: 204 })
})
