import { asJson, readJson, serve } from '#app/base/serve.server.ts'
import { subscribePush, unsubscribePush } from '#domain/notifications/subscribe-push.server.ts'
import type { Route } from './+types/push-subscription.route'

/** What a browser needs to subscribe. */
export const loader = serve('signedIn', async ({ push }) => Response.json({ publicKey: push.publicKey }))

/** This browser may be told things while no page is open (PUT), or no longer (DELETE). */
export const action = serve('signedIn', async ({ context, push }, { request }: Route.ActionArgs) => {
  const input = await readJson(request)
  return asJson(async () => {
    if (request.method === 'DELETE') await unsubscribePush(context, input)
    else await subscribePush({ ...context, push }, input)
    return { done: true }
  })
})
