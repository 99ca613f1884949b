import { counted } from '#kernel/count-text.ts'

/** '40 minutes', '31 hours' (below 72 hours) or '3 days', rounded down. */
export function roughDuration(ms: number): string {
  const minutes = Math.floor(ms / 60_000)
  if (minutes < 60) return counted(minutes, 'minute')
  const hours = Math.floor(minutes / 60)
  return hours < 72 ? counted(hours, 'hour') : counted(Math.floor(hours / 24), 'day')
}
