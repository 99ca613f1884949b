import { sql } from 'kysely'
import type { Database } from '#platform/db/database.ts'

export type BuiltFile = { path: string; contentType: string; isBrotli: boolean; body: Buffer }

/** A page that stays open longer than this cannot load its files any more and reloads. */
const keptDays = 30

/** Shares the files of this node's build with other nodes, and deletes those that no node has used for weeks. */
export async function shareBuiltFiles(db: Database, files: BuiltFile[]): Promise<void> {
  const paths = files.map(({ path }) => path)
  const { rows } = await sql<{ path: string }>`
    update built_files set seen_at = now() where path = any (${paths}::text[]) returning path`.execute(db)
  const storedPaths = new Set(rows.map(({ path }) => path))
  const added = files.filter(({ path }) => !storedPaths.has(path))
  await sql`
    insert into built_files (path, content_type, is_brotli, body, seen_at)
    select path, content_type, is_brotli, body, now() from unnest(
      ${added.map(({ path }) => path)}::text[], ${added.map(({ contentType }) => contentType)}::text[],
      ${added.map(({ isBrotli }) => isBrotli)}::boolean[], ${added.map(({ body }) => body)}::bytea[]
    ) file (path, content_type, is_brotli, body)
    on conflict (path) do nothing`.execute(db)
  await sql`delete from built_files where seen_at < now() - make_interval(days => ${keptDays})`.execute(db)
}

export async function findBuiltFile(db: Database, path: string): Promise<BuiltFile | undefined> {
  const { rows } = await sql<BuiltFile>`
    select path, content_type as "contentType", is_brotli as "isBrotli", body from built_files where path = ${path}`.execute(
    db,
  )
  return rows[0]
}
