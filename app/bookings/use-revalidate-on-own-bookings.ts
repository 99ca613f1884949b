import { useRevalidateOnTopic } from '#app/base/live/use-revalidate-on-topic.ts'
import { useViewer } from '#app/base/use-viewer.ts'
import type { BookingView } from '#domain/bookings/contract.ts'
import type { TopicState } from '#live/protocol.ts'

/** Revalidates the page whenever one of the viewer's bookings changes. */
export function useRevalidateOnOwnBookings(bookings: BookingView[]): TopicState<`rings:${string}`> | null {
  const viewer = useViewer()
  // The topic only signals changes, so one extra reload covers changes during the page load.
  const mayDiffer = () => bookings.some(({ state }) => state === 'booked')
  return useRevalidateOnTopic(viewer ? `rings:${viewer.id}` : null, mayDiffer)
}
