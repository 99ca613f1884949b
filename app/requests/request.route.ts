import { catchRefusal, readForm, serve, serveJson } from '#app/base/serve.server.ts'
import { getOwnRequest } from '#domain/requests/queries.server.ts'
import { setRequestAlert } from '#domain/requests/request-alerts.server.ts'
import { stopRequest } from '#domain/requests/stop-request.server.ts'
import { Refusal } from '#kernel/refusals.ts'
import type { Route } from './+types/request.route'

/** The state of the student's own request, for a page whose socket is not connected. */
export const loader = serveJson('student', async ({ context }, { params }: Route.LoaderArgs) =>
  getOwnRequest(context, params.id),
)

/** Stops the request, or sets or cancels an alert for a matching expert. */
export const action = serve('student', async ({ context }, { params, request }: Route.ActionArgs) => {
  const form = await readForm(request)
  const { id } = params
  const steps: Record<string, () => Promise<void>> = {
    stop: () => stopRequest(context, { id }),
    alert: () => setRequestAlert(context, { id, wanted: form.get('wanted') !== 'no' }),
  }
  const act = String(form.get('act'))
  // Without the check, `constructor` would be a step, too.
  const step = Object.hasOwn(steps, act) ? steps[act] : undefined
  if (!step) throw new Refusal('invalid_input')
  return catchRefusal(step().then(() => ({ done: true as const })))
})
