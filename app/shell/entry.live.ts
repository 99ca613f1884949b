import { readStatusMessage } from '#app/base/live/read-status-message.ts'
import { takeover } from '#app/base/live/takeover.ts'
import { followStatuses } from '#app/experts/status-in-page.ts'
import { connectLive } from '#live/client.ts'

/** All that runs on a live public page until a person comes, and React with them. Built alone: see `react-router.config.ts`. */
const { signal } = takeover
if (!signal.aborted) {
  const live = connectLive({ read: readStatusMessage })
  const leave = followStatuses(live)
  signal.addEventListener('abort', () => {
    leave()
    live.close()
  })
}
