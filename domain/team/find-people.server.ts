import { sql } from 'kysely'
import type { Context } from '#domain/context.server.ts'
import { allow } from '#domain/policy.ts'
import { containsWords, searchResultMax } from '#domain/contains-words.server.ts'

/** The ids of people whose name or email address contains every search word. Null for an empty search. */
export function findPeople(ctx: Context, search: string): Promise<string[] | null> {
  return findByName(ctx, 'profiles', search)
}

/** The same for applicants. */
export function findApplicants(ctx: Context, search: string): Promise<string[] | null> {
  return findByName(ctx, 'applications', search)
}

async function findByName(ctx: Context, table: 'profiles' | 'applications', search: string): Promise<string[] | null> {
  allow(ctx.actor, 'team')
  if (search === '') return null
  const hasWords = containsWords(sql`lower(full_name || ' ' || email)`, search)
  // Runs before the table query, not inside it, where the planner would misjudge the number of rows.
  const { rows } = await sql<{ id: string }>`
    select id from ${sql.table(table)} where ${hasWords} limit ${searchResultMax}`.execute(ctx.db)
  return rows.map(({ id }) => id)
}
