import type { Figure } from '#bench/figures.ts'

/** A row of bench/results/latest.md. */
export type Row = Figure & { bench: string; measuredOn: string }
/** One completed bench run. It may have failed after reporting some figures. */
export type Run = { bench: string; figures: Figure[]; failed: boolean }

type ComparedRow = Row & {
  isNew?: boolean
  /** Its bench did not run or failed earlier, so the committed row is repeated. */
  isCarriedOver?: boolean
  /** Absent when not compared. A change of 0.1 means 10% above the committed value. */
  committed?: number
  change?: number
}

type Comparison = { rows: ComparedRow[]; worse: ComparedRow[]; vanished: Row[]; failed: string[] }

/** Regressions above this share are reported; smaller ones are noise. */
const tolerance = 0.25
const columns = ['bench', 'figure', 'value', 'unit', 'better', 'goal', 'committed', 'change', 'measured'] as const

/** `benches` lists all benches in table order; only those in `runs` were run. */
export function compareRuns(input: {
  benches: string[]
  runs: Run[]
  committed: Row[]
  measuredOn: string
}): Comparison {
  const { benches, runs, committed, measuredOn } = input
  const before = new Map(committed.map((row) => [createKey(row), row]))
  const measured = runs.flatMap(({ bench, figures }) =>
    figures.map((figure) => {
      const row = { ...figure, value: roundValue(figure.value), bench, measuredOn }
      return compareRow(row, before.get(createKey(row)))
    }),
  )
  const measuredKeys = new Set(measured.map(createKey))
  const missing = committed.filter((row) => !measuredKeys.has(createKey(row)))
  const isVanished = ({ bench }: Row) =>
    !benches.includes(bench) || runs.some((run) => run.bench === bench && !run.failed)
  const carriedOver = missing.filter((row) => !isVanished(row)).map(carryOverRow)
  return {
    rows: [...measured, ...carriedOver].toSorted((a, b) => benches.indexOf(a.bench) - benches.indexOf(b.bench)),
    worse: measured.filter(isWorse),
    vanished: missing.filter(isVanished),
    failed: runs.filter(({ failed }) => failed).map(({ bench }) => bench),
  }
}

/** Writes the text of latest.md. `machine` describes where it was measured. */
export function writeResults({ rows, worse, vanished, failed }: Comparison, machine: string): string {
  return [
    '# Benchmarks',
    '',
    `\`npm run bench\` on ${machine}.`,
    '',
    'A ratio compares with a limit that the same run measured. Ratios, bytes and counts are compared with the committed',
    'table. A figure with nothing under "better" is only information. This includes all absolute times, because they',
    'differ between machines.',
    '',
    formatRow([...columns]),
    `|${'---|'.repeat(columns.length)}`,
    ...rows.map((row) => formatRow(listCells(row))),
    '',
    ...formatSection(
      'Failed',
      failed.map((bench) => `${bench}: rows that it did not report are copied from the committed table`),
    ),
    ...formatSection(
      'No longer measured',
      vanished.map((row) => `${row.bench}: ${row.figure} (was ${row.value})`),
    ),
    ...(worse.length > 0
      ? formatSection('Became worse by more than a quarter', worse.map(describeChange))
      : ['## Nothing became worse by more than a quarter', '']),
  ].join('\n')
}

/** Parses the rows of latest.md by column names. */
export function readResults(markdown: string): Row[] {
  const lines = markdown.split('\n').filter((text) => text.startsWith('| '))
  const [head = [], ...body] = lines.map((text) =>
    text
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
  return body.map((cells) => {
    const cell = (name: (typeof columns)[number]) => cells[head.indexOf(name)] ?? ''
    const goal = cell('goal').replace(/^[≤≥] /, '')
    return {
      bench: cell('bench'),
      figure: cell('figure'),
      value: readNumber(cell('value'), cells),
      unit: cell('unit') as Figure['unit'],
      better: (cell('better') || undefined) as Figure['better'],
      goal: goal === '' ? undefined : readNumber(goal, cells),
      measuredOn: cell('measured'),
    }
  })
}

export function describeChange({ bench, figure, value, committed, change = 0 }: ComparedRow): string {
  return `${bench}: ${figure} is ${value}, was ${committed} (${formatPercent(change)})`
}

function compareRow(row: Row, before: Row | undefined): ComparedRow {
  if (!before) return { ...row, isNew: true }
  if (!row.better) return row
  const difference = row.value - before.value
  const change = difference === 0 ? 0 : difference / before.value
  return { ...row, committed: before.value, change }
}

function carryOverRow(row: Row): ComparedRow {
  return { ...row, isCarriedOver: true }
}

/** Any increase from zero is infinite: one wrong bill is worse than none. */
function isWorse({ better, change = 0 }: ComparedRow): boolean {
  return better === 'lower' ? change > tolerance : better === 'higher' && change < -tolerance
}

function listCells(row: ComparedRow): string[] {
  const { bench, figure, value, unit, better = '', goal, committed = '', change, measuredOn } = row
  return [
    bench,
    figure,
    value,
    unit,
    better,
    goal === undefined ? '' : `${better === 'higher' ? '≥' : '≤'} ${goal}`,
    committed,
    row.isCarriedOver ? 'not measured' : row.isNew ? 'new' : change === undefined ? '' : formatPercent(change),
    measuredOn,
  ].map(String)
}

function formatSection(title: string, items: string[]): string[] {
  return items.length === 0 ? [] : [`## ${title}`, '', ...items.map((item) => `- ${item}`), '']
}

function formatRow(cells: string[]): string {
  return `| ${cells.join(' | ')} |`
}

function formatPercent(change: number): string {
  if (!Number.isFinite(change)) return 'from 0'
  const rounded = Math.round(change * 100)
  return `${rounded > 0 ? '+' : ''}${rounded}%`
}

/** Rounds to three significant digits; counts stay whole. */
function roundValue(value: number): number {
  return Number.isInteger(value) ? value : Number(value.toPrecision(3))
}

function readNumber(text: string, cells: string[]): number {
  const value = Number(text)
  if (text === '' || !Number.isFinite(value))
    throw new Error(`latest.md has a row with an invalid number: ${cells.join(' | ')}`)
  return value
}

function createKey({ bench, figure }: Row): string {
  return `${bench}\n${figure}`
}
