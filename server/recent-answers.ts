const minuteMs = 60_000

/** Counts the responses of the last minutes, including the current one, and those with a 5xx status. */
export function createRecentAnswers({ minutes = 5, nowMs = () => performance.now() } = {}) {
  const minuteCounts = Array.from({ length: minutes }, () => ({ minute: -1, served: 0, failed: 0 }))
  const startedAtMs = nowMs()
  return {
    add(status: number): void {
      const minute = Math.floor(nowMs() / minuteMs)
      const slot = minuteCounts[minute % minutes]
      if (!slot) return
      if (slot.minute !== minute) Object.assign(slot, { minute, served: 0, failed: 0 })
      slot.served += 1
      if (status >= 500) slot.failed += 1
    },
    read(): { served: number; failed: number; minutes: number } {
      const now = nowMs()
      const since = Math.floor(now / minuteMs) - minutes
      const recent = minuteCounts.filter(({ minute }) => minute > since)
      return {
        served: recent.reduce((sum, { served }) => sum + served, 0),
        failed: recent.reduce((sum, { failed }) => sum + failed, 0),
        minutes: Math.min(minutes, Math.ceil((now - startedAtMs) / minuteMs) || 1),
      }
    },
  }
}
