import { catchRefusal, readForm, serve } from '#app/base/serve.server.ts'
import { declineOffer } from '#domain/requests/decline-offer.server.ts'
import { cancelSession } from '#domain/sessions/cancel-session.server.ts'
import { declineSession } from '#domain/sessions/decline-session.server.ts'
import { hangUp } from '#domain/sessions/hang-up.server.ts'
import { Refusal } from '#kernel/refusals.ts'
import type { Route } from './+types/session-step.route'

/** Session actions outside a call: the expert declines, the student cancels, or either side hangs up. */
export const action = serve(
  { policy: 'signedIn', duringSession: 'this' },
  async ({ context, times }, { params, request }: Route.ActionArgs) => {
    const form = await readForm(request)
    const { id } = params
    const steps: Record<string, () => Promise<void>> = {
      async decline() {
        const isOffer = await declineOffer({ ...context, times }, { id })
        if (!isOffer) await declineSession(context, { id, reason: String(form.get('reason') ?? '') })
      },
      cancel: () => cancelSession(context, { id }),
      hang_up: () => hangUp({ ...context, times }, { id }),
    }
    const act = String(form.get('act'))
    // Without the check, `constructor` would be a step, too.
    const step = Object.hasOwn(steps, act) ? steps[act] : undefined
    if (!step) throw new Refusal('invalid_input')
    return catchRefusal(step().then(() => ({ done: true as const })))
  },
)
