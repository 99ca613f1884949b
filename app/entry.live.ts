import { followStatuses } from '#app/features/experts/status-in-page.ts'
import { takeover } from '#app/features/live/takeover.ts'
import { connectLive } from '#live/client.ts'

/** All that runs on a live public page until a person comes, and React with them. */
const { signal } = takeover
if (!signal.aborted) {
  const live = connectLive()
  const leave = followStatuses(live)
  signal.addEventListener('abort', () => {
    leave()
    live.close()
  })
}
