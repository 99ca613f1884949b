import { readJson, serveJson } from '#app/base/serve.server.ts'
import { agreeToContinue } from '#domain/bookings/agree-to-continue.server.ts'
import { joinBooking } from '#domain/bookings/join-booking.server.ts'
import { Refusal } from '#kernel/refusals.ts'
import type { Route } from './+types/booking-step.route'

/** What the two say to a booked session by a script: that they are there, and that they want to go on after its minutes. */
export const action = serveJson(
  'signedIn',
  async ({ context, times }, { params, request }: Route.ActionArgs) => {
    const { act } = Object(await readJson(request)) as { act: unknown }
    const { id } = params
    if (act === 'join') return joinBooking({ ...context, times }, { id })
    if (act === 'go_on') return { isAgreed: await agreeToContinue(context, { id }) }
    throw new Refusal('invalid_input')
  },
)
