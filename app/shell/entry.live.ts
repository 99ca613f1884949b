import { readStatusMessage } from '#app/base/live/read-status-message.ts'
import { reactTakeover } from '#app/base/live/react-takeover.ts'
import { updateVisibleStatuses } from '#app/experts/status-in-page.ts'
import { connectLive } from '#live/client.ts'

/**
 * The only script on a live public page until the user interacts and React loads. Built separately: see
 * `react-router.config.ts`.
 */
const { signal } = reactTakeover
if (!signal.aborted) {
  const live = connectLive({ read: readStatusMessage })
  const unsubscribe = updateVisibleStatuses(live)
  signal.addEventListener('abort', () => {
    unsubscribe()
    live.close()
  })
}
