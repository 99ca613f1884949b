import { appendFile, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject } from 'vitest'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** The file where `npm run test:faults` collects the rows that it prints at the end. */
    faultTable?: string
  }
}

type Row = {
  fault: string
  calls: number
  unbilledSeconds: number
  waitedSeconds: number
  overBilledSeconds: number
  /** Failed requests, grouped by what the client saw, and the total. */
  failed: string
  /** Payments that were confirmed exactly once. */
  payments: number
  recoveredSeconds: number
}

const head = [
  'fault',
  'calls',
  'unbilled at most, talking',
  'joining',
  'over-billed',
  'failed requests',
  'payments, each once',
  'recovered after',
]

export async function addRow(row: Row): Promise<void> {
  const cells = [
    row.fault,
    row.calls,
    `${row.unbilledSeconds.toFixed(1)} s`,
    `${row.waitedSeconds.toFixed(1)} s`,
    `${row.overBilledSeconds.toFixed(1)} s`,
    row.failed,
    row.payments,
    `${row.recoveredSeconds.toFixed(1)} s`,
  ]
  const line = `| ${cells.join(' | ')} |\n`
  const file = inject('faultTable')
  if (!file) return
  process.stdout.write(line)
  await appendFile(file, line)
}

export default async function setup(project: TestProject) {
  const folder = await mkdtemp(join(tmpdir(), 'samjhao-faults-'))
  const file = join(folder, 'table.md')
  project.provide('faultTable', file)
  return async () => {
    const rows = await readFile(file, 'utf8').catch(() => '')
    if (rows) console.log(`\n| ${head.join(' | ')} |\n|${'---|'.repeat(head.length)}\n${rows}`)
    await rm(folder, { recursive: true })
  }
}
