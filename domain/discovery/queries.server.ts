import { sql } from 'kysely'
import type { Context } from '#domain/context.server.ts'
import type { CategoryFigures, ExpertCard, ExpertPage } from '#domain/discovery/contract.ts'
import { cardColumns, type CardRow, toStatus, toCard } from '#domain/discovery/listing-rows.server.ts'
import { categoryGroups } from '#kernel/catalogue.ts'
import { slug } from '#kernel/fold.ts'
import type { ExpertId } from '#kernel/ids.ts'
import { similarExpertsMax } from '#kernel/limits.ts'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The public data of one expert; null for an expert who is not listed. */
export async function findExpertPage(ctx: Context, id: string): Promise<ExpertPage | null> {
  if (!uuid.test(id)) return null
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

/** Other experts who are online: same category first, then by rating. */
export async function listSimilarExperts(
  ctx: Context,
  { id, category }: Pick<ExpertCard, 'id' | 'category'>,
): Promise<ExpertCard[]> {
  const selectBest = (condition: ReturnType<typeof sql>, order: number) => sql`(
    select ${cardColumns}, ${sql.lit(order)} as nearness from listings
    where online and expert_id <> ${id} and ${condition}
    order by rating desc, expert_id desc limit ${sql.lit(similarExpertsMax)})`
  const { rows } = await sql<CardRow>`
    ${selectBest(sql`category = ${category}`, 1)} union all ${selectBest(sql`category <> ${category}`, 2)}
    order by nearness, rating desc, expert_id desc limit ${sql.lit(similarExpertsMax)}`.execute(ctx.db)
  return rows.map(toCard)
}

/** Other experts who can be called now for the same help: most shared subjects first, then by rating. */
export async function listAlternatives(
  ctx: Context,
  { id, category, subcategories, keySubjects }: AlternativesOf,
): Promise<ExpertCard[]> {
  const tags = [...subcategories, ...keySubjects].map(slug)
  const { rows } = await sql<CardRow>`
    select ${cardColumns} from listings
    where online and not busy and expert_id <> ${id} and (category = ${category} or tags && ${tags}::text[])
    order by (select count(distinct tag) from unnest(tags) tag where tag = any (${tags}::text[])) desc, rating desc, expert_id desc
    limit ${sql.lit(similarExpertsMax)}`.execute(ctx.db)
  return rows.map(toCard)
}

type AlternativesOf = Pick<ExpertCard, 'id' | 'category' | 'subcategories' | 'keySubjects'>

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
 * For the tiles of the home page. Scans only the experts who are online, who are few, and uses an index for the others.
 * Counts an expert once, even if the category is also a key subject.
 */
export async function listCategoryFigures(ctx: Pick<Context, 'db'>): Promise<CategoryFigures[]> {
  const ids = categoryGroups.flatMap(({ subcategories }) => subcategories.map(slug))
  const { rows } = await sql<{ id: string; online: number; rating: string | null; has_experts: boolean }>`
    select id, coalesce(online, 0)::integer as online, rating,
      exists (select from listings where tags && array[id]) as has_experts
    from unnest(${ids}::text[]) id
    left join (
      select tag, count(*) as online, avg(rating) as rating
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
