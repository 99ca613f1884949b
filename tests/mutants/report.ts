import { table } from '#bench/figures.ts'
import { type Mutant, getSourceName } from '#tests/mutants/mutant.ts'
import type { Outcome } from '#tests/mutants/outcome.ts'

export type Tried = { mutant: Mutant; outcome: Outcome }

const kinds = ['killed', 'survived', 'error', 'not run'] as const

/** Formats the line of output for one mutant. */
export function formatLine({ mutant: { id, bug, source, from, to }, outcome }: Tried, took: string): string {
  const head = `${outcome.kind.toUpperCase().padEnd(8)} ${id.padEnd(11)} ${took.padStart(5)} s`
  const change = outcome.kind === 'survived' ? `\n  changed  ${from.trim()}\n  into     ${to.trim()}` : ''
  return `${head}  ${getSourceName(source)}: ${bug} ← ${describeOutcome(outcome)}${change}`
}

export function describeOutcome(outcome: Outcome): string {
  if (outcome.kind === 'killed') return outcome.by
  if (outcome.kind === 'error') return outcome.why
  return outcome.kind === 'survived' ? 'no test failed' : 'stopped before it had a result'
}

/** Formats the counts per room and in total. */
export function formatSummary(tried: Tried[]): string {
  const rooms = [...new Set(tried.map(({ mutant }) => mutant.room))]
  const rows = rooms.map((room) => {
    const triedInRoom = tried.filter(({ mutant }) => mutant.room === room)
    return [room].concat(kinds.map((kind) => String(count(triedInRoom, kind))))
  })
  return `${table(['room', ...kinds], rows)}\n\n${count(tried, 'killed')} of ${tried.length} mutants killed`
}

/** Lists the reasons why the run fails. */
export function listProblems(tried: Tried[], { fewest }: { fewest: number }): string[] {
  const ranCount = tried.length - count(tried, 'not run')
  const tooFew = ranCount < fewest ? [`only ${ranCount} mutants ran, at least ${fewest} must`] : []
  const notKilled = tried
    .filter(({ outcome }) => outcome.kind !== 'killed')
    .map(({ mutant, outcome }) => `${outcome.kind}: ${mutant.id}, ${mutant.bug}`)
  return [...notKilled, ...tooFew]
}

function count(tried: Tried[], kind: Outcome['kind']): number {
  return tried.filter(({ outcome }) => outcome.kind === kind).length
}
