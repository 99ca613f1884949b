import { asJson, readJson, serve } from '#app/base/serve.server.ts'
import { subscribePush, unsubscribePush } from '#domain/notifications/subscribe-push.server.ts'
import { Refusal } from '#kernel/refusals.ts'
import type { Route } from './+types/push-subscription.route'

/** Returns the public key that a browser needs to subscribe. */
export const loader = serve('signedIn', async ({ push }) => Response.json({ publicKey: push.publicKey }))

/** Adds (PUT) or removes (DELETE) the push subscription of this browser. */
export const action = serve('signedIn', async ({ context, push }, { request }: Route.ActionArgs) => {
  const input = await readJson(request)
  return asJson(async () => {
    if (request.method === 'DELETE') await unsubscribePush(context, input)
    else if (request.method !== 'PUT') throw new Refusal('invalid_input')
    else await subscribePush({ ...context, push }, input)
    return { done: true }
  })
})
