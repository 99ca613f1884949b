import { sql } from 'kysely'
import type { Context } from '#domain/context.server.ts'
import { allow } from '#domain/policy.ts'
import { containsWord } from '#domain/team/contains-word.server.ts'

/** More than anybody reads; a search that finds so many is narrowed by its next word. */
const searchResultMax = 500

/** The ids of people in whose name or address every word of a search stands; nothing where nobody is searched for. */
export function findPeople(ctx: Context, search: string): Promise<string[] | null> {
  return findByName(ctx, 'profiles', search)
}

/** The same among those who applied. */
export function findApplicants(ctx: Context, search: string): Promise<string[] | null> {
  return findByName(ctx, 'applications', search)
}

async function findByName(
  ctx: Context,
  table: 'profiles' | 'applications',
  search: string,
): Promise<string[] | null> {
  allow(ctx.actor, 'team')
  if (search === '') return null
  const searchWords = search
    .toLowerCase()
    .split(/\s+/)
    .map((word) => containsWord(sql`lower(full_name || ' ' || email)`, word))
  // Found before the table is read, and not inside of it, where the database would guess wrong how many there are.
  const { rows } = await sql<{ id: string }>`
    select id from ${sql.table(table)} where ${sql.join(searchWords, sql` and `)} limit ${searchResultMax}`.execute(
    ctx.db,
  )
  return rows.map(({ id }) => id)
}
