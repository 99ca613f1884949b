import { appendFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { wrapLines } from '#bench/wrap-lines.ts'

/** A figure that `npm run bench` adds to its table and compares with the committed one. */
export type Figure = {
  figure: string
  value: number
  unit: Unit | TimeUnit
  /** The direction of improvement. Figures without it are informational and never compared. */
  better?: 'lower' | 'higher'
  /** The limit: a minimum if higher is better, otherwise a maximum. */
  goal?: number
}
type Unit = 'ratio' | 'bytes' | 'count'
type TimeUnit = 'ms' | 's'
/** Absolute times differ between machines, so they have no direction and are never compared. */
type Reported = Figure & ({ unit: Unit } | { unit: TimeUnit; better?: undefined })

/**
 * Reports a figure to `npm run bench`, which sets BENCH_FIGURES to the name of a file. A bench that runs alone reports
 * nothing.
 */
export function report(figure: Reported): void {
  if (!Number.isFinite(figure.value)) throw new Error(`"${figure.figure}" is not a number: ${figure.value}`)
  if (figure.figure.includes('|')) throw new Error(`"${figure.figure}" would break the row of the table`)
  const file = process.env.BENCH_FIGURES
  if (file) appendFileSync(file, `${JSON.stringify(figure)}\n`)
}

/** Prints the text. Also saves it as the bench’s own page, except under `npm run bench`, which measures less. */
export async function publish(name: string, text: string): Promise<void> {
  const page = wrapLines(text)
  console.log(`\n${page}`)
  if (process.env.BENCH_FIGURES) return
  const folder = join(import.meta.dirname, 'results')
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, `${name}.md`), page)
}

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? Number.NaN)) / 2
}

export function percentile(values: number[], share: number): number {
  const sorted = values.toSorted((left, right) => left - right)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

/**
 * The median of the ratios of all rounds. Both measurements of a round run under the same load, so this varies less
 * than the ratio of two medians.
 */
export function medianRatio(values: number[], limits: number[]): number {
  return median(values.map((value, round) => value / (limits[round] ?? Number.NaN)))
}

export function table(head: string[], rows: string[][]): string {
  const widths = head.map((text, column) => Math.max(text.length, ...rows.map((row) => row[column]?.length ?? 0)))
  const line = (cells: string[]) =>
    cells
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('  ')
  return [line(head), ...rows.map(line)].join('\n')
}
