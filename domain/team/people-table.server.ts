import { sql } from 'kysely'
import type { Context } from '#domain/context.server.ts'
import { type PersonRow, peopleTable } from '#domain/people/contract.ts'
import { selectPeople, toPersonRow } from '#domain/people/queries.server.ts'
import { phoneDigits } from '#domain/people/rules.ts'
import { allow } from '#domain/policy.ts'
import { searchResultMax } from '#domain/contains-words.server.ts'
import { findPeople } from '#domain/team/find-people.server.ts'
import { readPage } from '#domain/team/read-page.server.ts'
import { type AccountId, isUuid } from '#kernel/ids.ts'
import type { TableQuery, TablePage } from '#kernel/table.ts'

/** All accounts, page by page. The search matches a name, an email address, a phone number or an id. */
export async function readPeopleTable(
  ctx: Context,
  tableQuery: TableQuery<typeof peopleTable>,
): Promise<TablePage<PersonRow>> {
  allow(ctx.actor, 'supportPeople')
  const { role, state } = tableQuery.filters
  const people = await findMatchingPeople(ctx, tableQuery.search)
  const query = selectPeople(ctx)
    .$call((rows) => (role ? rows.where('role', '=', role) : rows))
    .$call((rows) => (state ? rows.where('account_state', '=', state) : rows))
  const orderBy = (table: 'profiles' | 'found') => ({
    shape: peopleTable,
    tableQuery,
    columns: { joined: `${table}.created_at`, name: `${table}.full_name` },
    id: { column: `${table}.id`, type: 'uuid' as const },
  })
  // Finds the matches first, then sorts. The offset prevents the planner from doing it in the other order.
  const page =
    people === null
      ? await readPage(query, orderBy('profiles'))
      : await readPage(
          ctx.db
            .selectFrom(
              query
                .where('profiles.id', '=', sql<AccountId>`any (${people}::uuid[])`)
                .offset(0)
                .as('found'),
            )
            .selectAll(),
          orderBy('found'),
        )
  return { ...page, rows: page.rows.map(toPersonRow) }
}

async function findMatchingPeople(ctx: Context, search: string): Promise<string[] | null> {
  if (isUuid(search)) return [search]
  const digits = phoneDigits(search)
  const byName = await findPeople(ctx, search)
  if (!digits) return byName
  return [...(byName ?? []), ...(await findByPhone(ctx, digits))]
}

/** Matches any notation, with or without the country code. */
async function findByPhone({ db }: Context, digits: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from profiles where regexp_replace(phone_number, '\\D', '', 'g') like ${`%${digits}%`} limit ${searchResultMax}`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}
