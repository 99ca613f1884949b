import { describe, expect, it } from 'vitest'
import type { Figure } from '#bench/figures.ts'
import { compareRuns, readResults, type Row, writeResults } from '#bench/results-table.ts'

const benches = ['ledger', 'meter']
const holds: Figure = { figure: 'holds / pgbench', value: 0.8, unit: 'ratio', better: 'higher', goal: 0.6 }
const settle: Figure = { figure: 'settle p50', value: 12.5, unit: 'ms' }
const cost: Figure = { figure: 'CPU of 1,000 / 100 calls', value: 1, unit: 'ratio', better: 'lower' }
const wrongBills: Figure = { figure: 'wrong bills', value: 0, unit: 'count', better: 'lower', goal: 0 }

const committed: Row[] = [
  { bench: 'ledger', ...holds, measuredOn: '2026-11-01' },
  { bench: 'ledger', ...settle, measuredOn: '2026-11-01' },
  { bench: 'meter', ...cost, measuredOn: '2026-11-01' },
  { bench: 'meter', ...wrongBills, measuredOn: '2026-11-01' },
]

describe('a regression', () => {
  it('is a value that fell by more than 25% where higher is better', () => {
    expect(worseOf('ledger', { ...holds, value: 0.59 })).toEqual(['ledger: holds / pgbench is 0.59, was 0.8 (-26%)'])
    expect(worseOf('ledger', { ...holds, value: 0.61 })).toEqual([])
    expect(worseOf('ledger', { ...holds, value: 8 })).toEqual([])
  })

  it('is a value that rose by more than 25% where lower is better', () => {
    expect(worseOf('meter', { ...cost, value: 1.26 })).toEqual([
      'meter: CPU of 1,000 / 100 calls is 1.26, was 1 (+26%)',
    ])
    expect(worseOf('meter', { ...cost, value: 1.25 })).toEqual([])
    expect(worseOf('meter', { ...cost, value: 0.1 })).toEqual([])
  })

  it('is any increase from zero', () => {
    expect(worseOf('meter', { ...wrongBills, value: 1 })).toEqual(['meter: wrong bills is 1, was 0 (from 0)'])
    expect(worseOf('meter', wrongBills)).toEqual([])
  })

  it('is never an absolute time', () => {
    expect(worseOf('ledger', { ...settle, value: 9_999 })).toEqual([])
  })

  it('is compared with three significant digits, as shown in the table', () => {
    const { rows } = compare({ bench: 'meter', figures: [{ ...cost, value: 1.2501 }] })
    expect(rows.find(({ figure }) => figure === cost.figure)?.value).toBe(1.25)
    expect(worseOf('meter', { ...cost, value: 1.2501 })).toEqual([])
  })
})

describe('rows', () => {
  it('that are new are not compared', () => {
    const added: Figure = { figure: 'audit', value: 3, unit: 'count', better: 'lower' }
    const { rows, worse } = compare({ bench: 'ledger', figures: [holds, settle, added] })
    expect(rows[2]).toEqual({ bench: 'ledger', ...added, measuredOn: '2026-11-18', isNew: true })
    expect(worse).toEqual([])
  })

  it('that a bench no longer reports are listed and removed', () => {
    const comparison = compare({ bench: 'ledger', figures: [settle] })
    expect(comparison.vanished).toEqual([committed[0]])
    expect(comparison.rows.map(({ figure }) => figure)).not.toContain(holds.figure)
    expect(write(comparison)).toContain('## No longer measured\n\n- ledger: holds / pgbench (was 0.8)')
  })

  it('of a removed bench are listed too', () => {
    const removed: Row = { bench: 'gone', ...cost, measuredOn: '2026-11-01' }
    const comparison = compareRuns({ benches, runs: [], committed: [removed], measuredOn: '2026-11-18' })
    expect(comparison.vanished).toEqual([removed])
    expect(comparison.rows).toEqual([])
  })

  it('of benches that did not run keep their committed values', () => {
    const { rows, vanished } = compare({ bench: 'meter', figures: [cost, wrongBills] })
    expect(rows.slice(0, 2)).toEqual([
      { ...committed[0], isCarriedOver: true },
      { ...committed[1], isCarriedOver: true },
    ])
    expect(rows.map(({ bench }) => bench)).toEqual(['ledger', 'ledger', 'meter', 'meter'])
    expect(vanished).toEqual([])
  })

  it('that a failed bench did not report are kept, and the failure is listed', () => {
    const comparison = compare({ bench: 'meter', figures: [{ ...wrongBills, value: 2 }], failed: true })
    const [reported, kept] = comparison.rows.filter(({ bench }) => bench === 'meter')
    expect(reported).toMatchObject({ figure: wrongBills.figure, value: 2 })
    expect(kept).toMatchObject({ figure: cost.figure, isCarriedOver: true })
    expect(comparison.failed).toEqual(['meter'])
    expect(write(comparison)).toContain('## Failed\n\n- meter')
  })
})

describe('latest.md', () => {
  it('can be read back', () => {
    const comparison = compare({ bench: 'ledger', figures: [{ ...holds, value: 0.5 }, settle] })
    const latest = { measuredOn: '2026-11-18', bench: 'ledger' }
    expect(readResults(write(comparison))).toEqual([
      { ...latest, ...holds, value: 0.5 },
      { ...latest, ...settle },
      committed[2],
      committed[3],
    ])
  })

  it('shows the committed value and the change', () => {
    const text = write(compare({ bench: 'ledger', figures: [{ ...holds, value: 0.5 }, settle] }))
    expect(text).toContain('| ledger | holds / pgbench | 0.5 | ratio | higher | ≥ 0.6 | 0.8 | -38% | 2026-11-18 |')
    expect(text).toContain('| ledger | settle p50 | 12.5 | ms |  |  |  |  | 2026-11-18 |')
    expect(text).toContain('## Became worse by more than a quarter\n\n- ledger: holds / pgbench')
  })

  it('says when there are no regressions', () => {
    const text = write(compare({ bench: 'ledger', figures: [holds, settle] }))
    expect(text).toContain('## Nothing became worse by more than a quarter')
    expect(text).not.toContain('## Became worse')
    expect(text).not.toContain('## No longer measured')
  })

  it('has only new rows when nothing was committed', () => {
    const run = { bench: 'ledger', figures: [holds], failed: false }
    const comparison = compareRuns({
      benches,
      runs: [run],
      committed: readResults(''),
      measuredOn: '2026-11-18',
    })
    expect(comparison.rows).toEqual([{ bench: 'ledger', ...holds, measuredOn: '2026-11-18', isNew: true }])
    expect(comparison.worse).toEqual([])
  })

  it('is parsed by column names', () => {
    const older = '| figure | bench | value | unit |\n|---|---|---|---|\n| a / b | ledger | 2 | ratio |\n'
    expect(readResults(older)).toEqual([{ bench: 'ledger', figure: 'a / b', value: 2, unit: 'ratio', measuredOn: '' }])
  })

  it('is refused when a value is not a number', () => {
    const broken = '| bench | figure | value |\n|---|---|---|\n| ledger | a / b | fast |\n'
    expect(() => readResults(broken)).toThrow('ledger | a / b | fast')
  })
})

function compare({ failed = false, ...run }: { bench: string; figures: Figure[]; failed?: boolean }) {
  return compareRuns({ benches, runs: [{ ...run, failed }], committed, measuredOn: '2026-11-18' })
}

function write(comparison: ReturnType<typeof compare>): string {
  return writeResults(comparison, 'a machine')
}

/** The regression lines when the bench reports this figure instead of the committed one. */
function worseOf(bench: string, changed: Figure): string[] {
  const [, list = ''] = write(compare({ bench, figures: [changed] })).split(
    '## Became worse by more than a quarter\n\n',
  )
  return list.split('\n').flatMap((text) => (text.startsWith('- ') ? [text.slice(2)] : []))
}
