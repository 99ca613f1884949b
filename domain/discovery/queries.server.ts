import { type RawBuilder, sql } from 'kysely'
import type { Context } from '#domain/context.server.ts'
import type { CategoryFigures, ExpertCard, ExpertPage } from '#domain/discovery/contract.ts'
import { cardColumns, type CardRow, toStatus, toCard } from '#domain/discovery/listing-rows.server.ts'
import { subcategorySlugs } from '#domain/discovery/rules.ts'
import { getVocabulary } from '#domain/discovery/search-vocabulary.server.ts'
import { categoryGroups } from '#kernel/catalogue.ts'
import { slug } from '#kernel/fold.ts'
import { type ExpertId, isUuid } from '#kernel/ids.ts'
import { similarExpertsMax } from '#kernel/limits.ts'

/** The public data of one expert. Null for an expert who is not listed. */
export async function findExpertPage(ctx: Context, id: string): Promise<ExpertPage | null> {
  if (!isUuid(id)) return null
  type Row = CardRow & {
    experience_years: number
    highest_degree: string
    member_since: Date
    updated_at: Date
  }
  const { rows } = await sql<Row>`select ${cardColumns}, experience_years, highest_degree, member_since, updated_at
    from listings where expert_id = ${id}`.execute(ctx.db)
  const [row] = rows
  if (!row) return null
  return {
    ...toCard(row),
    experienceYears: row.experience_years,
    highestDegree: row.highest_degree,
    memberSince: row.member_since,
    updatedAt: row.updated_at,
  }
}

/** Other experts who are online and share a subject and a language. See `listNearest`. */
export async function listSimilarExperts(ctx: Context, expert: SimilarTo): Promise<ExpertCard[]> {
  return listNearest(ctx, expert, sql`online`)
}

/** Same as `listSimilarExperts`, but only experts who can be called now. */
export async function listAlternatives(ctx: Context, expert: SimilarTo): Promise<ExpertCard[]> {
  return listNearest(ctx, expert, sql`online and not busy`)
}

type SimilarTo = Pick<ExpertCard, 'id' | 'keySubjects' | 'languages'>

/** For each subject, this many of the best experts are compared, and as many of the best who share a language. */
const candidatesMax = 20

/**
 * Experts who share a subject and a language; if there is none, experts who share a subject, then those with a related
 * subject. In each group the most shared subjects are first, then a shared language, then standing. Compares only the
 * best of each subject, so the cost does not grow with the number of experts.
 */
async function listNearest(
  ctx: Context,
  { id, keySubjects, languages }: SimilarTo,
  available: RawBuilder<unknown>,
): Promise<ExpertCard[]> {
  const ownSubjects = keySubjects.map(slug)
  const { topics: allTopics } = await getVocabulary(ctx)
  const topics = allTopics.filter(({ subjects }) => subjects.some((subject) => ownSubjects.includes(subject)))
  const related = [...new Set(topics.flatMap(({ subjects, related: near }) => subjects.concat(near)))].filter(
    (subject) => !ownSubjects.includes(subject) && !subcategorySlugs.has(subject),
  )
  const subjectSets = [...ownSubjects.map((subject) => [subject]), ...(related.length > 0 ? [related] : [])]
  if (subjectSets.length === 0) return []
  const sharesLanguage = sql`languages && ${languages}::text[]`
  const candidates = subjectSets.flatMap((subjects) =>
    [sql`true`, sharesLanguage].map(
      (language) => sql`(
        select expert_id from listings
        where ${available} and expert_id <> ${id} and tags && ${subjects}::text[] and ${language}
        order by standing desc, expert_id desc limit ${sql.lit(candidatesMax)})`,
    ),
  )
  const { rows } = await sql<CardRow>`
    with compared as (
      select *, ${sharesLanguage} as shares_language,
        (select count(*) from unnest(${ownSubjects}::text[]) subject where tags @> array[subject]) as shared_subjects
      from listings where expert_id in (${sql.join(candidates, sql` union `)})
    )
    select ${cardColumns} from compared
    where shares_language and shared_subjects > 0
      or not exists (select from compared where shares_language and shared_subjects > 0)
    order by shared_subjects desc, shares_language desc, standing desc, expert_id desc
    limit ${sql.lit(similarExpertsMax)}`.execute(ctx.db)
  return rows.map(toCard)
}

/** The public status, and the online switch. They differ only while the expert is unreachable. */
export async function findStatus(ctx: Pick<Context, 'db'>, id: ExpertId) {
  const row = await ctx.db
    .selectFrom('experts')
    .leftJoin('listings', 'listings.expert_id', 'experts.id')
    .select(['experts.is_online', 'listings.online', 'listings.busy'])
    .where('experts.id', '=', id)
    .where('approval', '=', 'approved')
    .executeTakeFirst()
  if (!row) return null
  return {
    isOnline: row.is_online,
    status: toStatus({ online: row.online ?? false, busy: row.busy ?? false }),
  }
}

/**
 * Figures for the tiles of the home page. Scans only the few experts who are online, and uses an index for the others.
 * Counts an expert once, even if the category is also a key subject.
 */
export async function listCategoryFigures(ctx: Pick<Context, 'db'>): Promise<CategoryFigures[]> {
  const ids = categoryGroups.flatMap(({ subcategories }) => subcategories.map(slug))
  const { rows } = await sql<{ id: string; online: number; rating: string | null; has_experts: boolean }>`
    select id, coalesce(online, 0)::integer as online, rating,
      exists (select from listings where tags && array[id]) as has_experts
    from unnest(${ids}::text[]) id
    left join (
      select tag, count(*) as online, avg(rating) filter (where reviews > 0) as rating
      from listings, lateral (select distinct tag from unnest(tags) tag) own where online group by tag
    ) figures on tag = id`.execute(ctx.db)
  return rows.map(({ id, online, rating, has_experts }) => ({
    id,
    online,
    onlineRating: rating === null ? null : Number(rating),
    hasExperts: has_experts,
  }))
}

/** Counts the experts who are online, including busy ones. */
export async function countOnline(ctx: Context): Promise<number> {
  const { rows } = await sql<{
    count: number
  }>`select count(*)::integer as count from listings where online`.execute(ctx.db)
  return rows[0]?.count ?? 0
}

/** Every listed expert, one part at a time, for search engines. */
export async function listForSitemap(
  ctx: Context,
  { after, limit }: { after: ExpertId | null; limit: number },
): Promise<{ id: ExpertId; updatedAt: Date }[]> {
  let query = ctx.db.selectFrom('listings').select(['expert_id', 'updated_at']).orderBy('expert_id').limit(limit)
  if (after) query = query.where('expert_id', '>', after)
  return (await query.execute()).map((row) => ({ id: row.expert_id, updatedAt: row.updated_at }))
}
