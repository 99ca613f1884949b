import { sql } from 'kysely'
import type { Context } from '#domain/context.server.ts'
import { allow } from '#domain/policy.ts'
import { hasWord } from '#domain/team/has-word.server.ts'

/** More than anybody reads; a search that finds so many is narrowed by its next word. */
const foundAtMost = 500

/** The ids of people in whose name or address every word of a search stands; nothing where nobody is searched for. */
export function findPeople(ctx: Context, search: string): Promise<string[] | null> {
  return findNamed(ctx, 'profiles', search)
}

/** The same among those who applied. */
export function findApplicants(ctx: Context, search: string): Promise<string[] | null> {
  return findNamed(ctx, 'applications', search)
}

async function findNamed(
  ctx: Context,
  table: 'profiles' | 'applications',
  search: string,
): Promise<string[] | null> {
  allow(ctx.actor, 'team')
  if (search === '') return null
  const words = search
    .toLowerCase()
    .split(/\s+/)
    .map((word) => hasWord(sql`lower(full_name || ' ' || email)`, word))
  // Found before the table is read, and not inside of it, where the database would guess wrong how many there are.
  const { rows } = await sql<{ id: string }>`
    select id from ${sql.table(table)} where ${sql.join(words, sql` and `)} limit ${foundAtMost}`.execute(
    ctx.db,
  )
  return rows.map(({ id }) => id)
}
