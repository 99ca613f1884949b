import type { Quality } from '#app/call/engine/traffic.ts'

const poorForMs = 5_000
const goodForMs = 10_000

/**
 * Whether a line has been too weak for pictures for some time. It takes a while to say so, and longer to take it back, so that nothing
 * flickers on a line that is good one second and poor the next.
 */
export function createWeakLineDetector() {
  let isWeak = false
  /** Since when the line contradicts what was said of it. */
  let sinceMs: number | null = null
  return (quality: Quality, nowMs: number): boolean => {
    const isBad = quality === 'poor' || quality === 'lost'
    const isOpposite = isWeak ? quality === 'good' : isBad
    if (!isOpposite) sinceMs = null
    else {
      sinceMs ??= nowMs
      if (nowMs - sinceMs >= (isWeak ? goodForMs : poorForMs)) [isWeak, sinceMs] = [!isWeak, null]
    }
    return isWeak
  }
}
