import { table } from '#bench/figures.ts'
import { type Mutant, placeName } from '#tests/mutants/mutant.ts'
import type { Outcome } from '#tests/mutants/outcome.ts'

export type Tried = { mutant: Mutant; outcome: Outcome }

const kinds = ['killed', 'survived', 'error', 'not run'] as const

/** The line of output for one mutant. */
export function lineOf({ mutant: { id, bug, place, from, to }, outcome }: Tried, took: string): string {
  const head = `${outcome.kind.toUpperCase().padEnd(8)} ${id.padEnd(11)} ${took.padStart(5)} s`
  const change = outcome.kind === 'survived' ? `\n  changed  ${from.trim()}\n  into     ${to.trim()}` : ''
  return `${head}  ${placeName(place)}: ${bug} ← ${detail(outcome)}${change}`
}

export function detail(outcome: Outcome): string {
  if (outcome.kind === 'killed') return outcome.by
  if (outcome.kind === 'error') return outcome.why
  return outcome.kind === 'survived' ? 'no test failed' : 'stopped before it was decided'
}

/** The counts per room and in total. */
export function summary(tried: Tried[]): string {
  const rooms = [...new Set(tried.map(({ mutant }) => mutant.room))]
  const rows = rooms.map((room) => {
    const own = tried.filter(({ mutant }) => mutant.room === room)
    return [room].concat(kinds.map((kind) => String(count(own, kind))))
  })
  return `${table(['room', ...kinds], rows)}\n\n${count(tried, 'killed')} of ${tried.length} mutants killed`
}

/** Lists why the run fails; empty when it succeeds. */
export function listProblems(tried: Tried[], { fewest }: { fewest: number }): string[] {
  const ran = tried.length - count(tried, 'not run')
  const tooFew = ran < fewest ? [`only ${ran} mutants ran, at least ${fewest} must`] : []
  const alive = tried
    .filter(({ outcome }) => outcome.kind !== 'killed')
    .map(({ mutant, outcome }) => `${outcome.kind}: ${mutant.id}, ${mutant.bug}`)
  return [...alive, ...tooFew]
}

function count(tried: Tried[], kind: Outcome['kind']): number {
  return tried.filter(({ outcome }) => outcome.kind === kind).length
}
