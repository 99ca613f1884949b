import type { Quality } from '#app/call/engine/traffic.ts'

const poorForMs = 5_000
const goodForMs = 10_000

/**
 * Detects a connection that has been too weak for video for some time. Recovery takes longer than detection, so that
 * the display does not flicker on an unstable connection.
 */
export function createWeakLineDetector() {
  let isWeak = false
  /** The time when the quality began to contradict the current result. */
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
