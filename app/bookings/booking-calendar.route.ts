import { serve } from '#app/base/serve.server.ts'
import { getCalendarFile } from '#domain/bookings/calendar-entry.server.ts'
import type { Route } from './+types/booking-calendar.route'

/** Downloads a booked session as an iCalendar file. */
export const loader = serve('signedIn', async ({ context, product }, { params }: Route.LoaderArgs) => {
  const file = await getCalendarFile({ ...context, product }, params.id)
  return new Response(file, {
    headers: {
      'Content-Type': 'text/calendar; charset=utf-8',
      'Content-Disposition': 'attachment; filename="session.ics"',
      'Cache-Control': 'no-store',
    },
  })
})
