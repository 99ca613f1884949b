import { asJson, readJson, refuseAsJson, serve } from '#app/base/serve.server.ts'
import { requestRefusal } from '#app/sessions/request/request-refusal.server.ts'
import type { SessionRequest } from '#domain/sessions/contract.ts'
import { requestSession } from '#domain/sessions/request-session.server.ts'
import { getSpending } from '#domain/wallet/payment-queries.server.ts'
import type { Route } from './+types/session-request.route'

/** Returns the student's daily limit and today's spending, for the cost estimate. */
export const loader = serve('student', async ({ context }) => Response.json(await getSpending(context)))

export const action = serve(
  { policy: 'student', otherwise: (refused) => refuseAsJson(requestRefusal(refused)) },
  async ({ context, times }, { request }: Route.ActionArgs) =>
    asJson(async () => {
      const sessionRequest = (await readJson(request)) as SessionRequest
      return { sessionId: await requestSession({ ...context, times }, sessionRequest) }
    }),
)
