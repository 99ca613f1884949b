import type { Context } from '#domain/context.server.ts'
import type { ListingPage, ListingQuery } from '#domain/discovery/contract.ts'
import { correctSearch } from '#domain/discovery/correct-search.server.ts'
import { type Cursor, readCursor, writeCursor } from '#domain/discovery/listing-cursor.server.ts'
import { type ListingRow, toCard } from '#domain/discovery/listing-rows.server.ts'
import { fits, listingStatement, partialStatement } from '#domain/discovery/listing-statement.server.ts'
import { getVocabulary, type Vocabulary } from '#domain/discovery/search-vocabulary.server.ts'
import { understandSearch } from '#domain/discovery/understand-search.server.ts'
import { listingPageSize } from '#kernel/limits.ts'

/**
 * Returns one page of the listing, and on the first page the total. Experts who match all words come first. When the
 * first page has room, those who match some words follow. When nobody matches all words, one typo is corrected, and the
 * page says so.
 */
export async function searchExperts(
  ctx: Context,
  query: ListingQuery,
  after: string | null = null,
): Promise<ListingPage> {
  return searchWithVocabulary(ctx, query, { after, vocabulary: query.search ? await getVocabulary(ctx) : null })
}

/** The same search with a vocabulary that is not saved, for the preview of the team. */
export async function searchWithVocabulary(
  ctx: Context,
  query: ListingQuery,
  { vocabulary, after = null }: { vocabulary: Vocabulary | null; after?: string | null },
): Promise<ListingPage> {
  const cursor = after ? readCursor(query, after) : null
  const concepts = vocabulary ? understandSearch(query.search, vocabulary) : []
  const isPartial = cursor?.fit === fits.some
  const full = isPartial ? [] : await readRows(ctx, listingStatement(query, concepts, cursor))
  if (full.length === 0 && !cursor && vocabulary && concepts.length > 0) {
    const corrected = await correctSearch(ctx, { search: query.search, concepts, vocabulary }, async (search) => {
      const rows = await readRows(
        ctx,
        listingStatement({ ...query, search }, understandSearch(search, vocabulary), null),
      )
      return rows.length > 0 ? toPage(query, rows) : null
    })
    if (corrected) return corrected
  }
  const isNamed = full[0]?.fit === fits.name
  const canHavePartial = concepts.length > 1 && !isNamed && full.length <= listingPageSize && (!cursor || isPartial)
  if (!canHavePartial) return toPage(query, full, cursor)
  const partial = await readRows(ctx, partialStatement(query, concepts, isPartial ? cursor : null))
  const total = (full[0]?.total ?? 0) + (partial[0]?.total ?? 0)
  const page = toPage(query, [...full, ...partial], cursor)
  return { ...page, total: cursor ? null : total, matchesSome: full.length === 0 && partial.length > 0 }
}

async function readRows(ctx: Context, statement: ReturnType<typeof listingStatement>): Promise<ListingRow[]> {
  return (await statement.execute(ctx.db)).rows
}

function toPage(query: ListingQuery, rows: ListingRow[], cursor: Cursor | null = null): ListingPage {
  const shown = rows.slice(0, listingPageSize)
  const last = rows.length > listingPageSize ? shown.at(-1) : undefined
  return {
    experts: shown.map(toCard),
    total: cursor ? null : (rows[0]?.total ?? 0),
    next: last ? writeCursor(query, last) : null,
    correctedSearch: null,
    matchesSome: false,
  }
}
