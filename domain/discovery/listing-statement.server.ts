import { type RawBuilder, sql } from 'kysely'
import type { ListingQuery } from '#domain/discovery/contract.ts'
import {
  type ConceptMatch,
  isListing,
  joinWithAnd,
  joinWithOr,
  levelOf,
  matchConcept,
} from '#domain/discovery/concept-conditions.server.ts'
import { areMany, fewMax, isSampled } from '#domain/discovery/match-count.server.ts'
import { type Cursor, orders, type RowOrder, searchOrder } from '#domain/discovery/listing-cursor.server.ts'
import { cardColumns, type ListingRow } from '#domain/discovery/listing-rows.server.ts'
import { findCategory, findLanguage } from '#domain/discovery/rules.ts'
import { tokenKeys } from '#domain/discovery/token-keys.server.ts'
import type { Concept } from '#domain/discovery/understand-search.server.ts'
import { fold, slug } from '#kernel/fold.ts'
import { listingPageSize, listingTotalMax } from '#kernel/limits.ts'

/** How an expert matches: by full name, all concepts strongly, all concepts in any way, or only some concepts. */
export const fits = { name: 3, strong: 2, any: 1, some: 0 } as const
type Fit = (typeof fits)[keyof typeof fits]

/** One row more than a page, to detect a next page. */
const limit = sql.lit(listingPageSize + 1)

/**
 * One statement for a page of the experts who match all concepts, best matches first. The first page has the total.
 * Benchmarks pass the same text to pgbench.
 */
export function listingStatement(query: ListingQuery, concepts: Concept[], cursor: Cursor | null) {
  if (concepts.length === 0) return filteredStatement(query, cursor)
  if (query.sort !== 'rating') return sortedStatement(query, concepts, cursor)
  return rankedStatement(query, concepts, cursor)
}

/** Sorts only by the order of the query. The planner knows how many rows match the filters. */
function filteredStatement(query: ListingQuery, cursor: Cursor | null) {
  const order = orders[query.sort]
  const matching = joinWithAnd(listFilters(query))
  const isMany = hasTokenFilter(query) ? areMany(readSample(matching)) : sql`false`
  const total = sql`case when ${isMany} then ${totalMax} else
    (select count(*)::integer from (select from search_entries where ${matching} limit ${totalMax}) counted) end`
  return sql<ListingRow>`
    with page as (
      select expert_id from search_entries where ${matching} ${startAfter(cursor, order)}
      order by ${order.orderBy} limit ${limit}
    )
    select ${cardColumns}, ${sql.lit(fits.any)} as fit, 0 as score, ${cursor ? sql`null::integer` : total} as total
    from page join listings using (expert_id) order by ${order.orderBy}`
}

/** Sorts experts who match all concepts only by the order of the query. */
function sortedStatement(query: ListingQuery, concepts: Concept[], cursor: Cursor | null) {
  const order = orders[query.sort]
  const filters = joinWithAnd(listFilters(query))
  const { near, mentioned, byWords, any } = matchAll(concepts)
  const { few, isFew, isMany } = readFew('matching', {
    samples: [readSample(sql`${filters} and ${near}`), readMentionsSample(sql`${filters} and ${mentioned}`)],
    kinds: (isWanted) => [
      readEntries(sql`${isWanted} and ${filters} and ${near}`),
      readEntries(sql`${isWanted} and ${filters} and ${byWords} and not ${near}`, withMentions),
      ...readInTexts(query, concepts, isWanted),
    ],
  })
  const total = sql`(select case when ${isMany} then ${totalMax} else least(count(*), ${totalMax})::integer end from matching)`
  return sql<ListingRow>`
    with ${few},
    found as (
      select * from (
        select * from matching where ${isFew} ${startAfter(cursor, order)} order by ${order.orderBy} limit ${limit}
      ) few
      union all
      select * from (
        select ${orderColumns} from ${withMentions} where not ${isFew} and ${filters} and ${any} ${startAfter(cursor, order)}
        order by ${order.orderBy} limit ${limit}
      ) many
    )
    select ${cardColumns}, ${sql.lit(fits.any)} as fit, 0 as score, ${cursor ? sql`null::integer` : total} as total
    from listings where expert_id in (select expert_id from found)
    order by ${order.orderBy}`
}

/** The columns of the orders. Cards are read only for the rows of a page. */
const orderColumns = sql`expert_id, online, standing, rate_paise_per_minute`

/** One more than the largest total that is shown, so that larger totals are detected without counting on. */
const totalMax = sql.lit(listingTotalMax + 1)

/**
 * Reads the matching rows into a part of the statement with this name, unless there are many. If `isFew`, these are all
 * matches.
 */
function readFew(
  name: string,
  read: { samples: RawBuilder<unknown>[]; kinds: (isWanted: RawBuilder<unknown>) => RawBuilder<unknown>[] },
) {
  const [part, size] = [sql.raw(name), sql.raw(`${name}_size`)]
  const isMany = sql<boolean>`(select is_many from ${size})`
  return {
    few: sql`${size} as materialized (select ${joinWithOr(read.samples.map(areMany))} as is_many),
      ${part} as materialized (${readSome(read.kinds(sql`not ${isMany}`), fewMax)})`,
    isFew: sql<boolean>`(not ${isMany} and (select count(*) from ${part}) < ${fewMax})`,
    isMany,
  }
}

/** Reads one kind of rows after the other, so that conditions on texts are tested only when the others match few. */
function readSome(kinds: RawBuilder<unknown>[], max = totalMax): RawBuilder<unknown> {
  const parts = kinds.map((kind) => sql`(${kind} limit ${max})`)
  return sql`select * from (${sql.join(parts, sql` union all `)}) one_after_another limit ${max}`
}

const entries = sql`search_entries`
const withMentions = sql`search_entries join search_mentions using (expert_id)`

function readSample(condition: RawBuilder<unknown>): RawBuilder<unknown> {
  return readEntries(sql`${isSampled(entries)} and ${condition}`)
}

function readMentionsSample(condition: RawBuilder<unknown>): RawBuilder<unknown> {
  return readEntries(sql`${isSampled(sql`search_mentions`)} and ${condition}`, withMentions)
}

function readEntries(condition: RawBuilder<unknown>, tables = entries): RawBuilder<unknown> {
  return sql`select ${orderColumns} from ${tables} where ${condition}`
}

/** The experts with a word that is not in the vocabulary only as a part of a word. Other searches have none. */
function readInTexts(
  query: ListingQuery,
  concepts: Concept[],
  isWanted: RawBuilder<unknown> = sql`true`,
): RawBuilder<unknown>[] {
  const matches = concepts.map(matchConcept)
  if (matches.every(({ inTexts }) => inTexts.length === 0)) return []
  const matching = joinWithAnd([...listFilters(query, 'listings'), ...matches.map(({ anyListing }) => anyListing)])
  const { mentioned } = matchAll(concepts)
  return [
    sql`select ${orderColumns} from listings where ${isWanted} and ${matching}
      and not exists (select from search_mentions where search_mentions.expert_id = listings.expert_id and ${mentioned})`,
  ]
}

/** Conditions for all concepts together. An index tests them in this order, so languages, which match most, are last. */
function matchAll(concepts: Concept[]) {
  const matches = concepts.toSorted((a, b) => b.weight - a.weight).map(matchConcept)
  return {
    strong: joinWithAnd(matches.map(({ strong }) => strong)),
    near: joinWithAnd(matches.map(({ near }) => near)),
    mentioned: joinWithAnd(matches.map(({ mentioned }) => mentioned)),
    // Their indexes are read for words of texts, of which there are few, and not for every expert with the subject.
    byWords: joinWithOr(
      matches.map(({ inWords }, at) =>
        joinWithAnd([inWords, ...matches.toSpliced(at, 1).map((other) => other.mentioned)]),
      ),
    ),
    any: joinWithAnd(matches.map(({ any }) => any)),
  }
}

/**
 * The best matches first. Each kind of match is one part of the statement. Loose matches are read only when the good
 * ones do not fill a page, and in no order, so the cost hardly grows with the number of matches.
 */
function rankedStatement(query: ListingQuery, concepts: Concept[], cursor: Cursor | null) {
  const filters = joinWithAnd(listFilters(query))
  const { strong, near, byWords } = matchAll(concepts)
  const hasName = sql<boolean>`answers @> ${tokenKeys([`name:${fold(query.search).trim()}`])}`
  const isOther = sql`expert_id not in (select expert_id from named)`
  const { few, isFew, isMany } = readFew('strong', {
    samples: [readSample(sql`${filters} and ${strong}`)],
    kinds: (isWanted) => [readEntries(sql`${isWanted} and ${filters} and ${strong}`)],
  })
  const isLooseWanted = cursor ? sql`true` : sql`(select count(*) from good) < ${limit}`
  const page = (fit: Fit, rows: RawBuilder<unknown>) => sql`
    select *, ${sql.lit(fit)} as fit from (
      ${rows} ${startAfter(cursor?.fit === fit ? cursor : null, searchOrder)}
      order by ${searchOrder.orderBy} limit ${limit}
    ) part`
  const named = sql`named as materialized (${readEntries(sql`${filters} and ${hasName}`)})`
  const good = sql`
    ${cursor && cursor.fit < fits.name ? sql`` : sql`${page(fits.name, sql`select * from named where true`)} union all`}
    ${page(fits.strong, sql`select * from strong where ${isFew} and ${isOther}`)}
    union all
    ${page(fits.strong, readEntries(sql`not ${isFew} and ${filters} and ${strong} and ${isOther}`))}`
  // Compared by id, because comparing the keys of each row takes longer.
  const isNew = sql`expert_id not in (
    select expert_id from named union all select expert_id from strong union all select expert_id from nearly)`
  const nearly = sql`nearly as materialized (
    ${readEntries(sql`${isLooseWanted} and ${filters} and ${near} and not ${strong} and ${isOther}`)} limit ${totalMax})`
  const loose = (isWanted: RawBuilder<unknown>) => {
    const rows = readSome([
      sql`select * from nearly`,
      readMentionsSample(sql`${isWanted} and ${filters} and ${byWords} and ${isNew}`),
      readEntries(
        sql`${isWanted} and not ${isSampled(sql`search_mentions`)} and ${filters} and ${byWords} and ${isNew}`,
        withMentions,
      ),
      ...readInTexts(query, concepts, sql`${isWanted} and ${isOther}`),
    ])
    return sql`select *, ${sql.lit(fits.any)} as fit from (${rows}) part`
  }
  const order = sql`order by fit desc, ${searchOrder.orderBy}`
  const cards = (total: RawBuilder<unknown>) => sql<ListingRow>`
    select ${cardColumns}, fit, 0 as score, ${total} as total
    from (select expert_id, fit from found ${order} limit ${limit}) page join listings using (expert_id) ${order}`
  if (cursor?.fit === fits.any) {
    return sql<ListingRow>`with ${few}, ${named}, ${nearly},
      found as (select * from (${loose(isLooseWanted)}) loose where true ${startAfter(cursor, searchOrder)})
      ${cards(sql`null::integer`)}`
  }
  if (cursor) return sql<ListingRow>`with ${few}, ${named}, found as (${good}) ${cards(sql`null::integer`)}`
  return sql<ListingRow>`
    with ${few}, ${named},
    good as materialized (${good}), ${nearly},
    loose as materialized (${loose(isLooseWanted)}),
    found as (select * from good union all select * from loose)
    ${cards(sql`least(
      case when ${isMany} then ${totalMax} else (select count(*) from strong where ${isOther}) end + (select count(*) from named) + (select count(*) from loose), ${totalMax}
    )::integer`)}`
}

/** How many candidates are read for each condition, and how many of them are compared. */
const candidatesReadMax = 300
const candidatesMax = 100

/**
 * One page of the experts who match some concepts but not all, those who match most first. Compares a limited number
 * of candidates for each concept and each set without one concept, so more experts do not raise the cost.
 */
export function partialStatement(query: ListingQuery, concepts: Concept[], cursor: Cursor | null) {
  const matches = concepts.map(matchConcept)
  const order = query.sort === 'rating' ? searchOrder : orders[query.sort]
  const byPrice = query.sort === 'rating' ? sql`` : sql`${order.orderBy}, `
  const allButOne = matches.length > 2 ? matches.map((_, at) => matches.toSpliced(at, 1)) : []
  const conditions = [
    ...matches.flatMap(({ strong, near, hasNear }) => (hasNear ? [strong, near] : [strong])),
    ...allButOne.map((subset) => joinWithAnd(subset.map(({ strong }) => strong))),
  ]
  const unknown = matches.filter(({ inTexts }) => inTexts.length > 0)
  const filters = listFilters(query)
  const { parts, findPart } = readPartsOfWords(query, unknown)
  const candidates = [
    ...conditions.map((condition) => readEntries(joinWithAnd([...filters, condition]))),
    ...unknown.map(({ mentioned }) => readEntries(joinWithAnd([...filters, mentioned]), withMentions)),
    ...unknown.map((match) => sql`select ${orderColumns} from ${findPart(match).name}`),
  ].map(
    (rows) => sql`(
      select expert_id from (${rows} limit ${sql.lit(candidatesReadMax)}) read
      order by ${searchOrder.orderBy} limit ${sql.lit(candidatesMax)})`,
  )
  const start = cursor ? sql`where ${isAfterScore(query, cursor)}` : sql``
  const byScore = sql`${byPrice}score desc, ${searchOrder.orderBy}`
  const levels = matches.map((match) => levelOf(match, match.inTexts.length > 0 ? [findPart(match).contains] : []))
  const score = matches.map(({ weight }, at) => sql`${sql.lit(weight)} * levels[${sql.lit(at + 1)}]`)
  return sql<ListingRow>`
    with ${sql.join([...parts, sql``])}
    -- Each row is compared once, for the score and for the question whether something is missing.
    leveled as materialized (
      select ${orderColumns}, array[${sql.join(levels)}] as levels from ${withMentions}
      where expert_id in (${sql.join(candidates, sql` union `)})
    ),
    scored as materialized (
      select ${orderColumns}, ${sql.join(score, sql` + `)} as score from leveled where 0 = any (levels)
    ),
    page as (select expert_id, score from scored ${start} order by ${byScore} limit ${limit})
    select ${cardColumns}, ${sql.lit(fits.some)} as fit, score, (select count(*)::integer from scored) as total
    from page join listings using (expert_id) order by ${byScore}`
}

/**
 * The experts with an unknown word as a part of another word. If they are few, each of them is read once; otherwise
 * `contains` tests a listing.
 */
function readPartsOfWords(query: ListingQuery, unknown: ConceptMatch[]) {
  const named = unknown.map((match, at) => {
    const name = sql.raw(`part_of_word_${at}`)
    const inListing = joinWithOr(match.inTexts)
    const rows = sql`${name} as materialized (select ${orderColumns} from listings
      where ${joinWithAnd([...listFilters(query, 'listings'), inListing])} limit ${sql.lit(candidatesReadMax)})`
    const contains = sql<boolean>`case when (select count(*) from ${name}) < ${sql.lit(candidatesReadMax)}
      then expert_id in (select expert_id from ${name}) else ${isListing(inListing)} end`
    return { match, name, rows, contains }
  })
  const findPart = (match: ConceptMatch) => {
    const found = named.find((part) => part.match === match)
    if (!found) throw new Error('a known concept is not searched in texts')
    return found
  }
  return { parts: named.map(({ rows }) => rows), findPart }
}

function isAfterScore(query: ListingQuery, cursor: Cursor): RawBuilder<boolean> {
  if (query.sort !== 'rating') return orders[query.sort].isAfter(cursor)
  return sql<boolean>`(score < ${cursor.score} or (score = ${cursor.score} and ${searchOrder.isAfter(cursor)}))`
}

/** Other filters, such as who is online, have indexes that count fast. */
function hasTokenFilter({ category, subjects, language }: ListingQuery): boolean {
  return subjects.length > 0 || language !== null || (category !== null && findCategory(category)?.kind !== 'group')
}

/** Both tables have the same columns, except that the tokens of `search_entries` are keys. */
function listFilters(
  query: ListingQuery,
  table: 'search_entries' | 'listings' = 'search_entries',
): RawBuilder<boolean>[] {
  const hasAny = (tokens: string[]) =>
    sql<boolean>`answers && ${table === 'listings' ? sql`${tokens}::text[]` : tokenKeys(tokens)}`
  const all: RawBuilder<boolean>[] = []
  if (query.onlineOnly) all.push(sql`online`)
  const category = query.category ? findCategory(query.category) : undefined
  if (category?.kind === 'group') all.push(sql`category = ${category.id}`)
  if (category?.kind === 'subcategory') all.push(hasAny([category.id]))
  if (category?.kind === 'tree') all.push(hasAny(category.subjects.map(slug)))
  if (query.subjects.length > 0) all.push(hasAny(query.subjects))
  // Experts without reviews are new, not rated.
  if (query.minRating > 0) all.push(sql`rating >= ${query.minRating} and reviews > 0`)
  const language = query.language ? findLanguage(query.language) : undefined
  if (language) all.push(hasAny([`speaks:${slug(language)}`]))
  return all
}

function startAfter(cursor: Cursor | null, order: RowOrder): RawBuilder<unknown> {
  return cursor ? sql`and ${order.isAfter(cursor)}` : sql``
}
