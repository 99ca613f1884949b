import { sql } from 'kysely'
import type { Context } from '#domain/context.server.ts'
import { allow } from '#domain/policy.ts'
import { reviewTable, type TeamReview } from '#domain/reviews/contract.ts'
import { selectTeamReviews, toTeamReview } from '#domain/reviews/review-queries.server.ts'
import { containsWords, searchResultMax } from '#domain/contains-words.server.ts'
import { readPage } from '#domain/team/read-page.server.ts'
import { type AccountId, isUuid, type ReviewId } from '#kernel/ids.ts'
import type { TableQuery, TablePage } from '#kernel/table.ts'

/** All reviews, page by page. The search matches comments. */
export async function readReviewTable(
  ctx: Context,
  tableQuery: TableQuery<typeof reviewTable>,
): Promise<TablePage<TeamReview>> {
  allow(ctx.actor, 'supportPeople')
  const { stars, state, words: commentFilter, expert, student } = tableQuery.filters
  const expertId = isUuid<AccountId>(expert) ? expert : null
  const studentId = isUuid<AccountId>(student) ? student : null
  const found = await findByText(ctx, tableQuery.search)
  const query = selectTeamReviews(ctx)
    .$if(stars !== undefined, (rows) => rows.where('rating', '=', Number(stars)))
    .$if(state !== undefined, (rows) => rows.where('hidden_at', state === 'hidden' ? 'is not' : 'is', null))
    .$if(commentFilter !== undefined, (rows) => rows.where('comment', commentFilter === 'yes' ? 'is not' : 'is', null))
    .$if(expertId !== null, (rows) => rows.where('reviews.expert_id', '=', expertId))
    .$if(studentId !== null, (rows) => rows.where('reviews.student_id', '=', studentId))
  const order = (table: 'reviews' | 'found') => ({
    shape: reviewTable,
    tableQuery,
    columns: { written: `${table}.created_at`, stars: `${table}.rating` },
    id: { column: `${table}.id`, type: 'uuid' as const },
  })
  // A search matches few rows: finds them first, then sorts. The offset prevents the planner from doing it in the other
  // order.
  const page =
    found === null
      ? await readPage(query, order('reviews'))
      : await readPage(
          ctx.db
            .selectFrom(
              query
                .where('reviews.id', '=', sql<ReviewId>`any (${found}::uuid[])`)
                .offset(0)
                .as('found'),
            )
            .selectAll(),
          order('found'),
        )
  return { ...page, rows: page.rows.map(toTeamReview) }
}

async function findByText({ db }: Context, search: string): Promise<string[] | null> {
  if (search === '') return null
  const hasWords = containsWords(sql`lower(comment)`, search)
  const { rows } = await sql<{ id: string }>`
    select id from reviews where ${hasWords} limit ${searchResultMax}`.execute(db)
  return rows.map(({ id }) => id)
}
