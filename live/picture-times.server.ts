import type { CallJoin } from '#live/connection.server.ts'

/** An expert joins by accepting, so the clock of the browser starts a little before the join arrives here. */
const earlierMaxMs = 5_000

type Options = { onPicture?: ((ms: number) => void) | undefined; nowMs?: (() => number) | undefined }

/**
 * Receives the times from Accept to the first picture that browsers report. They are only for figures, and a browser may
 * lie. So each join may report one, and none that began long before the join.
 */
export function createPictureTimes({ onPicture = () => undefined, nowMs = () => performance.now() }: Options) {
  const joinedAtMs = new WeakMap<CallJoin, number>()
  return {
    onJoined(join: CallJoin): void {
      joinedAtMs.set(join, nowMs())
    },
    receive(join: CallJoin, { pictureMs }: { pictureMs?: number | undefined }): void {
      const since = joinedAtMs.get(join)
      if (pictureMs === undefined || since === undefined) return
      joinedAtMs.delete(join)
      if (pictureMs <= nowMs() - since + earlierMaxMs) onPicture(pictureMs)
    },
  }
}
