import type { When } from '#demo/past/past-call.ts'
import type { Clock } from '#kernel/time.ts'

/** Stands where it was put. */
export type PastClock = Clock & { put(at: Date): void; pass(ms: number): void }

export function createPastClock(start: Date): PastClock {
  let atMs = start.getTime()
  return {
    now: () => new Date(atMs),
    put: (at) => void (atMs = at.getTime()),
    pass: (ms) => void (atMs += ms),
  }
}

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const kolkataAheadMs = 5.5 * hourMs

export function instantOf(when: When, now: Date): Date {
  if ('hoursAgo' in when) return new Date(now.getTime() - when.hoursAgo * hourMs)
  const [hours = 0, minutes = 0] = when.at.split(':').map(Number)
  const midnightMs = Math.floor((now.getTime() + kolkataAheadMs) / dayMs) * dayMs - kolkataAheadMs
  return new Date(midnightMs - when.ago * dayMs + hours * hourMs + minutes * 60_000)
}
