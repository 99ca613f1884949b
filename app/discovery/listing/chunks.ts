import type { ExpertCard } from '#domain/discovery/contract.ts'
import { listingPageSize } from '#kernel/limits.ts'

export type Chunk = readonly ExpertCard[]

/**
 * Adds what came to what is there. Somebody who has moved in the order meanwhile may come a second time and is left out.
 * All chunks but the last are full, and those that were full stay the same objects, so that they are not drawn again.
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
  for (let from = 0; from < rest.length; from += listingPageSize)
    added.push(rest.slice(from, from + listingPageSize))
  return [...full, ...added]
}
