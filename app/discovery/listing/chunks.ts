import type { ExpertCard } from '#domain/discovery/contract.ts'
import { listingPageSize } from '#kernel/limits.ts'

export type Chunk = readonly ExpertCard[]

/**
 * Appends experts and skips duplicates, which occur when the sort order changes between pages. All chunks but the
 * last are full; full chunks stay the same objects, so that React does not render them again.
 */
export function addExperts(chunks: readonly Chunk[], experts: readonly ExpertCard[]): Chunk[] {
  const seen = new Set(chunks.flatMap((chunk) => chunk.map(({ id }) => id)))
  const fresh = experts.filter(({ id }) => {
    const isNew = !seen.has(id)
    seen.add(id)
    return isNew
  })
  if (fresh.length === 0) return [...chunks]
  const lastIsFull = chunks.at(-1)?.length === listingPageSize
  const full = lastIsFull ? chunks : chunks.slice(0, -1)
  const rest = [...(lastIsFull ? [] : (chunks.at(-1) ?? [])), ...fresh]
  const added: Chunk[] = []
  for (let from = 0; from < rest.length; from += listingPageSize) added.push(rest.slice(from, from + listingPageSize))
  return [...full, ...added]
}
