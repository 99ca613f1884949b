import { serve } from '#app/base/serve.server.ts'
import { getCalendarFeed } from '#domain/bookings/calendar-feed.server.ts'
import type { Route } from './+types/calendar-feed.route'

/** The bookings of an expert, for calendar programs, which have no sign-in. Some of them require the file extension. */
export const loader = serve('anyone', async ({ context, product }, { params, request }: Route.LoaderArgs) => {
  const { content, version } = await getCalendarFeed({ ...context, product }, params.token.replace(/\.ics$/, ''))
  const etag = `"${version}"`
  const headers = {
    'Content-Type': 'text/calendar; charset=utf-8',
    'Content-Disposition': 'inline; filename="bookings.ics"',
    'Cache-Control': 'private, no-cache',
    'X-Robots-Tag': 'noindex',
    ETag: etag,
  }
  if (request.headers.get('if-none-match') === etag) return new Response(null, { status: 304, headers })
  return new Response(content, { headers })
})
