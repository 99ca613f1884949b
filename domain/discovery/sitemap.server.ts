import { sql } from 'kysely'
import type { Context } from '#domain/context.server.ts'
import type { ExpertId } from '#kernel/ids.ts'
import { sitemapPartSize } from '#kernel/limits.ts'

/**
 * The expert ids after which a new part of the sitemap starts. Parts are split by id, so existing parts stay the same
 * when new experts are added.
 */
export async function listSitemapCuts(ctx: Pick<Context, 'db'>, partSize = sitemapPartSize): Promise<ExpertId[]> {
  const { rows } = await sql<{ id: ExpertId }>`
    select id from (
      select expert_id as id, row_number() over (order by expert_id) as number, count(*) over () as total from listings
    ) listed
    where number % ${partSize} = 0 and number < total
    order by id`.execute(ctx.db)
  return rows.map(({ id }) => id)
}
