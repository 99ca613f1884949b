import type { ExpertCard } from '#domain/discovery/contract.ts'
import type { SearchCase } from '#tests/search/search-case.ts'

type CaseResult = { query: string; recall: number; rank: number; shown: string[] }

/** `found` has the results in order, `everyone` has all experts. */
export function measureCase({ query, wanted }: SearchCase, found: ExpertCard[], everyone: ExpertCard[]): CaseResult {
  const isWanted = (card: ExpertCard) => fits(card, wanted)
  const wantedCount = everyone.filter(isWanted).length
  if (wantedCount === 0) throw new Error(`no expert fits the query ${query}`)
  const rank = found.findIndex(isWanted) + 1
  return {
    query,
    recall: found.slice(0, 3).filter(isWanted).length / Math.min(3, wantedCount),
    // An expert who is not found gets the last rank.
    rank: rank === 0 ? everyone.length : rank,
    shown: found.slice(0, 3).map(({ name }) => name),
  }
}

function fits(card: ExpertCard, { subjects, language, category, name }: SearchCase['wanted']): boolean {
  const has = new Set([...card.keySubjects, ...card.subcategories])
  return (
    (!subjects || subjects.some((subject) => has.has(subject))) &&
    (!language || card.languages.includes(language)) &&
    (!category || card.category === category) &&
    (!name || card.name === name)
  )
}

export function mean(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
