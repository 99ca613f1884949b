import { CalendarClock } from 'lucide-react'
import { redirectFromBookings } from '#app/base/own-pages.server.ts'
import { serve } from '#app/base/serve.server.ts'
import { BookingRows } from '#app/bookings/booking-rows.tsx'
import { useRevalidateOnOwnBookings } from '#app/bookings/use-revalidate-on-own-bookings.ts'
import { BackLink } from '#app/ui/back-link.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { Card, CardHeader } from '#app/ui/card.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { CursorPagination } from '#app/ui/cursor-pagination.tsx'
import { listPast, listUpcoming } from '#domain/bookings/queries.server.ts'
import type { Route } from './+types/bookings.route'

export const loader = serve(
  { policy: 'student', otherwise: redirectFromBookings },
  async ({ context }, { request }: Route.LoaderArgs) => {
    const before = new URL(request.url).searchParams.get('before') ?? undefined
    const [upcoming, past] = await Promise.all([listUpcoming(context), listPast(context, { before })])
    return { upcoming, past, isFirst: before === undefined }
  },
)

export const meta = () => [{ title: 'Your Bookings' }, { name: 'robots', content: 'noindex' }]

export default function BookingsPage({ loaderData: { upcoming, past, isFirst } }: Route.ComponentProps) {
  useRevalidateOnOwnBookings(upcoming)
  return (
    <div className="page py-6 md:py-10">
      <BackLink to="/user/profile">Back to profile</BackLink>
      <h1 className="mt-2 mb-6 text-title">Your Bookings</h1>
      <div className="grid grid-cols-1 gap-5">
        {isFirst &&
          (upcoming.length > 0 ? (
            <Card as="section">
              <CardHeader title="Upcoming" />
              <BookingRows bookings={upcoming} label="Upcoming sessions, the next first" />
            </Card>
          ) : (
            <EmptyState
              heading="Nothing booked"
              level={2}
              icon={<CalendarClock />}
              action={<ButtonLink to="/experts">Find Experts</ButtonLink>}
            >
              Open the profile of an expert and choose “Book a time”.
            </EmptyState>
          ))}
        {past.bookings.length > 0 && (
          <Card as="section">
            <CardHeader title="Past" />
            <BookingRows bookings={past.bookings} label="Past bookings, the latest first" />
          </Card>
        )}
        {past.bookings.length === 0 && !isFirst && (
          <EmptyState heading="No older bookings" level={2} icon={<CalendarClock />} />
        )}
      </div>
      <CursorPagination
        label="Pages of bookings"
        newest={isFirst ? null : '/user/bookings'}
        older={past.next && `/user/bookings?before=${past.next}`}
      />
    </div>
  )
}
