import { asJson, readJson, refuseAsJson, type RefusedRequest, serve } from '#app/base/serve.server.ts'
import type { NewRequest } from '#domain/requests/contract.ts'
import { startRequest } from '#domain/requests/start-request.server.ts'
import { Refusal } from '#kernel/refusals.ts'
import type { Route } from './+types/find-request.route'

/** Starts a request to all free experts who match. */
export const action = serve(
  { policy: 'student', otherwise: refuse },
  async ({ context, times }, { request }: Route.ActionArgs) =>
    asJson(async () => {
      const newRequest = (await readJson(request)) as NewRequest
      return { requestId: await startRequest({ ...context, times }, newRequest) }
    }),
)

/** Tells visitors to log in first. */
function refuse({ context, refusal }: RefusedRequest): Promise<Response> {
  return refuseAsJson(context.actor.kind === 'visitor' ? new Refusal('not_signed_in_to_ask') : refusal)
}
