import { dateText, monthAndYear } from '#kernel/time.ts'

/** A day or a month of the books as people write it: '2026-11-17' is 'Nov 17, 2026', '2026-11' is 'November 2026'. */
export function periodText(period: string): string {
  const start = new Date(`${period.padEnd(10, '-01')}T00:00:00Z`)
  return period.length > 7 ? dateText(start, 'UTC') : monthAndYear(start, 'UTC')
}
