import { sql } from 'kysely'
import type { Context } from '#domain/context.server.ts'
import { sitemapPartSize } from '#kernel/limits.ts'

/**
 * Where the second and every further part of the sitemap begins: after which expert. Parts are cut by id, so a part stays what it
 * is while new experts come at the end.
 */
export async function listSitemapCuts(
  ctx: Pick<Context, 'db'>,
  partSize = sitemapPartSize,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from (
      select expert_id as id, row_number() over (order by expert_id) as place, count(*) over () as total from listings
    ) listed
    where place % ${partSize} = 0 and place < total
    order by id`.execute(ctx.db)
  return rows.map(({ id }) => id)
}
