import { readJson, serveJson } from '#app/base/serve.server.ts'
import { agreeToContinue } from '#domain/bookings/agree-to-continue.server.ts'
import { joinBooking } from '#domain/bookings/join-booking.server.ts'
import { Refusal } from '#kernel/refusals.ts'
import type { Route } from './+types/booking-step.route'

/** Scripts post here to join a booked session, or to agree to continue after its booked minutes. */
export const action = serveJson(
  { policy: 'signedIn', duringSession: 'this' },
  async ({ context, times }, { params, request }: Route.ActionArgs) => {
    const { act } = Object(await readJson(request)) as { act: unknown }
    const { id } = params
    if (act === 'join') return joinBooking({ ...context, times }, { id })
    if (act === 'go_on') return { isAgreed: await agreeToContinue(context, { id }) }
    throw new Refusal('invalid_input')
  },
)
