import { methodNotAllowed } from '#app/base/files.server.ts'
import { readJson, serve } from '#app/base/serve.server.ts'
import { acknowledgeRing } from '#domain/notifications/push-rings.server.ts'
import type { Route } from './+types/push-receipt.route'

export const loader = serve('anyone', async () => methodNotAllowed())

/** A service worker acknowledges a ring push. The response does not reveal whether the token was valid. */
export const action = serve('anyone', async ({ context }, { request }: Route.ActionArgs) => {
  await acknowledgeRing(context, await readJson(request))
  return Response.json({ done: true })
})
