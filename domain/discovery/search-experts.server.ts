import { type RawBuilder, sql } from 'kysely'
import type { Context } from '#domain/context.server.ts'
import type { ListingPage, ListingQuery } from '#domain/discovery/contract.ts'
import { correctSearch } from '#domain/discovery/correct-search.server.ts'
import { type CardRow, cardColumns, toCard } from '#domain/discovery/listing-rows.server.ts'
import { findCategory, searchWords, subcategoriesMatching } from '#domain/discovery/rules.ts'
import { slug } from '#kernel/fold.ts'
import { listingPageSize, listingTotalMax } from '#kernel/limits.ts'

type Row = CardRow & { closeness: number; total: number | null }

/**
 * Returns one page of the listing in one query, and on the first page the total. When nothing matches, one typo is
 * corrected, and the page says so.
 */
export async function searchExperts(
  ctx: Context,
  query: ListingQuery,
  after: string | null = null,
): Promise<ListingPage> {
  const page = await readPage(ctx, query, after)
  if (page.experts.length > 0 || after || !query.search) return page
  const correctedPage = await correctSearch(ctx, query.search, async (search) => {
    const tried = await readPage(ctx, { ...query, search }, null)
    return tried.experts.length > 0 ? tried : null
  })
  return correctedPage ?? page
}

async function readPage(ctx: Context, query: ListingQuery, after: string | null): Promise<ListingPage> {
  const statement = listingStatement(query, after)
  const { rows } = await statement.execute(ctx.db)
  const experts = rows.slice(0, listingPageSize)
  const last = rows.length > listingPageSize ? experts.at(-1) : undefined
  return {
    experts: experts.map(toCard),
    total: rows[0] ? rows[0].total : after ? null : 0,
    next: last ? writeCursor(query, last) : null,
    correctedSearch: null,
  }
}

/** The SQL statement; benchmarks pass the same text to pgbench. */
export function listingStatement(query: ListingQuery, after: string | null) {
  const words = searchWords(query.search)
  const matching = joinWithAnd(listConditions(query, words))
  const closeness = words.length > 0 ? sql<number>`(${joinWithPlus(words.map(scoreWord))})` : null
  const order = orders[query.sort]
  const from = after ? readCursor(query, after) : null
  const total = from
    ? sql`null::integer`
    : sql`(select count(*)::integer from (select from listings where ${matching} limit ${sql.lit(listingTotalMax + 1)}) counted)`
  // Every key is descending, so that one row comparison finds the next page, and the index can start there.
  let startClause = sql``
  if (from && closeness)
    startClause = sql`and ${order.first} <= ${from.first} and (${order.keys}, ${closeness}, expert_id) < (${from.keys}, ${from.closeness}, ${from.id})`
  else if (from) startClause = sql`and (${order.keys}, expert_id) < (${from.keys}, ${from.id})`
  return sql<Row>`select ${cardColumns}, ${closeness ?? sql`0`} as closeness, ${total} as total
    from listings where ${matching} ${startClause}
    order by ${order.descending}${closeness ? sql`, closeness desc` : sql``}, expert_id desc
    limit ${sql.lit(listingPageSize + 1)}`
}

/** The parts of each order. Ties go to the better rated expert, then to the closer match. */
const orders = {
  rating: {
    first: sql`rating`,
    keys: sql`rating`,
    descending: sql`rating desc`,
  },
  'price-low': {
    first: sql`(-rate_paise_per_minute)`,
    keys: sql`-rate_paise_per_minute, rating`,
    descending: sql`(-rate_paise_per_minute) desc, rating desc`,
  },
  'price-high': {
    first: sql`rate_paise_per_minute`,
    keys: sql`rate_paise_per_minute, rating`,
    descending: sql`rate_paise_per_minute desc, rating desc`,
  },
}

function listConditions(query: ListingQuery, words: string[]): RawBuilder<unknown>[] {
  const all = words.map(matchWord)
  if (query.onlineOnly) all.push(sql`online`)
  const category = query.category ? findCategory(query.category) : undefined
  if (category?.kind === 'group') all.push(sql`category = ${category.id}`)
  if (category?.kind === 'subcategory') all.push(sql`tags && ${[category.id]}::text[]`)
  if (category?.kind === 'tree') all.push(sql`tags && ${category.subjects.map(slug)}::text[]`)
  if (query.subjects.length > 0) all.push(sql`tags && ${query.subjects}::text[]`)
  if (query.minRating > 0) all.push(sql`rating >= ${query.minRating}`)
  return all
}

/** Matches anywhere in the texts, or at the start of a word of a subcategory. */
function matchWord(word: string): RawBuilder<unknown> {
  const inText = hasTrigram(word)
    ? sql`search_text like ${`%${escapeLike(word)}%`}`
    : sql`(grams @> ${splitGrams(word)}::text[] and search_text like ${`%${escapeLike(word)}%`})`
  const subcategories = subcategoriesMatching(word).map(slug)
  return subcategories.length > 0 ? sql`(${inText} or tags && ${subcategories}::text[])` : inText
}

/**
 * The start of a word scores higher than its middle, and the name higher than subjects, title and brief. A word that
 * only a subcategory matches scores like a subject.
 */
function scoreWord(word: string): RawBuilder<number> {
  const begins = ` ${word}`
  return sql<number>`case
    when strpos(split_part(search_text, e'\\n', 1), ${begins}) > 0 then 6
    when strpos(split_part(search_text, e'\\n', 2), ${begins}) > 0 then 5
    when strpos(split_part(search_text, e'\\n', 3), ${begins}) > 0 then 4
    when strpos(split_part(search_text, e'\\n', 1), ${word}) > 0 then 3
    when strpos(search_text, ${begins}) > 0 then 2
    when strpos(search_text, ${word}) > 0 then 1
    else 5 end`
}

/** Trigrams need three consecutive plain letters or digits; other words are looked up by shorter pieces. */
function hasTrigram(word: string): boolean {
  return /[a-z0-9]{3}/.test(word)
}

function splitGrams(word: string): string[] {
  const letters = [...word]
  if (letters.length === 1) return letters
  return letters.slice(1).map((letter, at) => `${letters[at]}${letter}`)
}

function escapeLike(word: string): string {
  return word.replaceAll(/[\\%_]/g, (character) => `\\${character}`)
}

type Cursor = Record<'first' | 'keys' | 'closeness' | 'id', RawBuilder<unknown>>

/** The sort values of the last row on a page. Contains the order, so that a changed order starts at the first page. */
function writeCursor(query: ListingQuery, row: Row): string {
  const values = [query.sort, row.rate_paise_per_minute, row.rating, row.closeness, row.expert_id]
  return Buffer.from(values.join(' ')).toString('base64url')
}

const cursorPattern = /^(\S+) (\d{1,9}) (\d\.\d{4}) (\d{1,3}) ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

/** Null for an invalid cursor; the listing then starts at the first page. */
function readCursor(query: ListingQuery, text: string): Cursor | null {
  const parts = cursorPattern.exec(Buffer.from(text, 'base64url').toString())
  const [, sort, rate, rating, closeness, id] = parts ?? []
  if (sort !== query.sort) return null
  const ratingKey = sql`${rating}::numeric`
  const rest = { closeness: sql`${Number(closeness)}::integer`, id: sql`${id}::uuid` }
  if (sort === 'rating') return { first: ratingKey, keys: ratingKey, ...rest }
  const price = sql`${Number(rate) * (sort === 'price-low' ? -1 : 1)}::bigint`
  return { first: price, keys: sql`${price}, ${ratingKey}`, ...rest }
}

function joinWithAnd(parts: RawBuilder<unknown>[]): RawBuilder<unknown> {
  return parts.length > 0 ? sql.join(parts, sql` and `) : sql`true`
}

function joinWithPlus(parts: RawBuilder<number>[]): RawBuilder<number> {
  return sql.join(parts, sql` + `) as RawBuilder<number>
}
