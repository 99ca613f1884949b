import type { PastTime } from '#demo/past/past-call.ts'
import { type Clock, kolkataOffsetMs } from '#kernel/time.ts'

/** A clock that moves only when it is set or advanced. */
export type PastClock = Clock & { set(at: Date): void; advance(ms: number): void }

export function createPastClock(start: Date): PastClock {
  let atMs = start.getTime()
  return {
    now: () => new Date(atMs),
    set: (at) => void (atMs = at.getTime()),
    advance: (ms) => void (atMs += ms),
  }
}

const hourMs = 3_600_000
const dayMs = 24 * hourMs

export function toInstant(when: PastTime, now: Date): Date {
  if ('hoursAgo' in when) return new Date(now.getTime() - when.hoursAgo * hourMs)
  const [hours = 0, minutes = 0] = when.at.split(':').map(Number)
  const midnightMs = Math.floor((now.getTime() + kolkataOffsetMs) / dayMs) * dayMs - kolkataOffsetMs
  return new Date(midnightMs - when.daysAgo * dayMs + hours * hourMs + minutes * 60_000)
}
