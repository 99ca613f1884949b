import { pictureTimeMaxMs } from '#kernel/socket-limits.ts'

/** Measures the time from Accept to the first picture of the other side, once, for the figures of the service. */
export function createPictureTime() {
  let acceptedAtMs: number | null = null
  let pictureMs: number | undefined
  let isOver = false
  return {
    onAccepted(): void {
      acceptedAtMs ??= performance.now()
    },
    isWaiting: () => acceptedAtMs !== null && !isOver,
    /** Must be called often while it waits, with the number of pictures that have arrived. */
    onPictures(count: number): void {
      if (acceptedAtMs === null || isOver) return
      const waitedMs = Math.round(performance.now() - acceptedAtMs)
      isOver = count > 0 || waitedMs > pictureTimeMaxMs
      if (count > 0 && waitedMs <= pictureTimeMaxMs) pictureMs = waitedMs
    },
    /** The other side sends no picture, or the call has none. */
    stop(): void {
      isOver = true
    },
    /** Returns the time once. */
    take(): number | undefined {
      const taken = pictureMs
      pictureMs = undefined
      return taken
    },
  }
}
