import { plural } from '#kernel/plural.ts'

/** 1,250 reviews read as '1.3k'. */
export function countText(count: number): string {
  if (count < 1_000) return String(count)
  return `${(count / 1_000).toFixed(1).replace(/\.0$/, '')}k`
}

const indian = new Intl.NumberFormat('en-IN')

/** Indian digit grouping: 1,00,000. */
export function formatCount(count: number): string {
  return indian.format(count)
}

/** '1 minute', '1,200 minutes'. */
export function counted(count: number, one: string, many?: string): string {
  return `${formatCount(count)} ${plural(count, one, many)}`
}
