import { dateText, monthAndYear } from '#kernel/time.ts'

/** Formats a day or month: '2026-11-17' as 'Nov 17, 2026', '2026-11' as 'November 2026'. */
export function periodText(period: string): string {
  const start = new Date(`${period.padEnd(10, '-01')}T00:00:00Z`)
  return period.length > 7 ? dateText(start, 'UTC') : monthAndYear(start, 'UTC')
}
