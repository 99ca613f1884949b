import { asJson, readJson, refuseAsJson, serve } from '#app/base/serve.server.ts'
import { refusalToAsk } from '#app/sessions/request/refusal-to-ask.server.ts'
import type { SessionRequest } from '#domain/sessions/contract.ts'
import { requestSession } from '#domain/sessions/request-session.server.ts'
import { getSpending } from '#domain/wallet/payment-queries.server.ts'
import type { Route } from './+types/session-request.route'

/** What a student has decided about spending, to know before asking how long the money lasts. */
export const loader = serve('student', async ({ context }) => Response.json(await getSpending(context)))

/** A student asks an expert for a session. */
export const action = serve(
  { policy: 'student', otherwise: (turnedAway) => refuseAsJson(refusalToAsk(turnedAway)) },
  async ({ context, times }, { request }: Route.ActionArgs) =>
    asJson(async () => {
      const sessionRequest = (await readJson(request)) as SessionRequest
      return { sessionId: await requestSession({ ...context, times }, sessionRequest) }
    }),
)
