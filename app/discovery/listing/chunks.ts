import type { ExpertCard } from '#domain/discovery/contract.ts'
import { listingPageSize } from '#kernel/limits.ts'

export type Chunk = readonly ExpertCard[]

/**
 * Appends experts and skips duplicates, which occur when the sort order changes between pages. All chunks but the
 * last are full; full chunks stay the same objects, so that React does not render them again.
 */
export function addExperts(chunks: readonly Chunk[], experts: readonly ExpertCard[]): Chunk[] {
  const knownIds = new Set(chunks.flatMap((chunk) => chunk.map(({ id }) => id)))
  const newExperts = experts.filter(({ id }) => {
    const isNew = !knownIds.has(id)
    knownIds.add(id)
    return isNew
  })
  if (newExperts.length === 0) return [...chunks]
  const isLastFull = chunks.at(-1)?.length === listingPageSize
  const full = isLastFull ? chunks : chunks.slice(0, -1)
  const rest = [...(isLastFull ? [] : (chunks.at(-1) ?? [])), ...newExperts]
  const added: Chunk[] = []
  for (let start = 0; start < rest.length; start += listingPageSize)
    added.push(rest.slice(start, start + listingPageSize))
  return [...full, ...added]
}
