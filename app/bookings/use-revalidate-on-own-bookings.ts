import { useRevalidateOnTopic } from '#app/base/live/use-revalidate-on-topic.ts'
import { useViewer } from '#app/base/use-viewer.ts'
import type { BookingView } from '#domain/bookings/contract.ts'
import type { TopicState } from '#live/protocol.ts'

/** Keeps a page true that shows bookings of the viewer: whatever happens to one of them asks for it anew. */
export function useRevalidateOnOwnBookings(shown: BookingView[]): TopicState<`rings:${string}`> | null {
  const viewer = useViewer()
  // The topic says when bookings change, and not how they stand: what changed while the page was on its way is looked for once.
  const mayDiffer = () => shown.some(({ state }) => state === 'booked')
  return useRevalidateOnTopic(viewer ? `rings:${viewer.id}` : null, mayDiffer)
}
