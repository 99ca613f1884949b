import { sql } from 'kysely'
import type { Context } from '#domain/context.server.ts'
import { allow, isPerson } from '#domain/policy.ts'
import {
  type HiddenReview,
  type Review,
  type ReviewPage,
  type ReviewSummary,
  type SessionReview,
  type TeamReview,
} from '#domain/reviews/contract.ts'
import { changeUntil, reviewerName } from '#domain/reviews/rules.ts'
import { getSession } from '#domain/sessions/queries.server.ts'
import { type ExpertId, isUuid, type ReviewId } from '#kernel/ids.ts'
import { reviewsPageSize } from '#kernel/limits.ts'
import { Refusal } from '#kernel/refusals.ts'

type ReviewListOptions = {
  expertId: string
  /** The `next` cursor of the previous page. */
  before?: string | undefined
  limit?: number
  /** Only reviews without an answer of the expert. */
  unanswered?: boolean
  /** Only reviews with this number of stars. Hidden ones are left out, because their stars are not shown. */
  stars?: number | null
}

/**
 * Reviews of a public expert, latest first, page by page. Experts always see their own. For a hidden review, only
 * the reason is returned.
 */
export async function listReviews(
  ctx: Context,
  { expertId, before, limit = reviewsPageSize, unanswered = false, stars = null }: ReviewListOptions,
): Promise<ReviewPage> {
  const expert = await findShownExpert(ctx, expertId)
  if (!expert) return { reviews: [], next: null }
  const last = isUuid<ReviewId>(before) ? before : null
  const rows = await ctx.db
    .selectFrom('reviews')
    .innerJoin('profiles', 'profiles.id', 'reviews.student_id')
    .leftJoin('counted_reviews', 'counted_reviews.review_id', 'reviews.id')
    .select(['reviews.id', 'reviews.student_id', 'rating', 'comment', 'reviews.created_at', 'changed_at'])
    .select(['answer', 'answered_at', 'hidden_reason', 'counted_reviews.review_id as counted_id'])
    .select(({ eb }) => eb.case().when('deleted_at', 'is', null).then(eb.ref('full_name')).end().as('name'))
    .where('reviews.expert_id', '=', expert.user_id)
    .$if(unanswered, (query) => query.where('answered_at', 'is', null).where('hidden_at', 'is', null))
    .$if(stars !== null, (query) => query.where('rating', '=', stars).where('hidden_at', 'is', null))
    .$if(last !== null, (query) =>
      query.where(({ eb, refTuple, selectFrom }) =>
        eb(
          refTuple('reviews.created_at', 'reviews.id'),
          '<',
          selectFrom('reviews as last')
            .select(['last.created_at', 'last.id'])
            .where('last.id', '=', last)
            .where('last.expert_id', '=', expert.user_id)
            .$asTuple('created_at', 'id'),
        ),
      ),
    )
    .orderBy('reviews.created_at', 'desc')
    .orderBy('reviews.id', 'desc')
    .limit(limit + 1)
    .execute()
  const reviews = rows.slice(0, limit).map((row): Review | HiddenReview =>
    row.hidden_reason === null
      ? {
          id: row.id,
          userId: row.student_id,
          expertId: expert.id,
          rating: row.rating,
          comment: row.comment,
          createdAt: row.created_at,
          changedAt: row.changed_at,
          userName: reviewerName(row.name),
          answer: row.answer,
          answeredAt: row.answer === null ? null : row.answered_at,
          counts: row.counted_id !== null,
        }
      : { id: row.id, createdAt: row.created_at, hiddenReason: row.hidden_reason },
  )
  return { reviews, next: rows.length > limit ? (reviews.at(-1)?.id ?? null) : null }
}

/** The totals of the reviews that count. Reads stored sums, so it is fast with any number of reviews. */
export async function findReviewSummary(ctx: Context, expertId: string): Promise<ReviewSummary | null> {
  const expert = await findShownExpert(ctx, expertId)
  return (
    expert && {
      rating: Number(expert.rating),
      count: expert.review_count,
      stars: expert.star_counts,
      sessions: expert.session_count,
    }
  )
}

/** The review of a session, for its student, its expert and the team. Null until there is one. */
export async function findSessionReview(ctx: Context, sessionId: string): Promise<SessionReview | null> {
  const { id } = await getSession(ctx, sessionId)
  const row = await ctx.db
    .selectFrom('reviews')
    .select(['id', 'rating', 'comment', 'created_at', 'changed_at', 'answer', 'answered_at', 'hidden_reason'])
    .where('session_id', '=', id)
    .executeTakeFirst()
  if (!row) return null
  return {
    id: row.id,
    rating: row.rating,
    comment: row.comment,
    createdAt: row.created_at,
    changedAt: row.changed_at,
    answer: row.answer,
    answeredAt: row.answered_at,
    changeUntil: changeUntil(row.created_at),
    hiddenReason: row.hidden_reason,
  }
}

export async function getTeamReview(ctx: Context, reviewId: string): Promise<TeamReview> {
  allow(ctx.actor, 'supportPeople')
  const row = isUuid<ReviewId>(reviewId)
    ? await selectTeamReviews(ctx).where('reviews.id', '=', reviewId).executeTakeFirst()
    : undefined
  if (!row) throw new Refusal('no_such_review')
  return toTeamReview(row)
}

export function selectTeamReviews({ db }: Context) {
  return db
    .selectFrom('reviews')
    .innerJoin('profiles as student', 'student.id', 'reviews.student_id')
    .innerJoin('profiles as expert', 'expert.id', 'reviews.expert_id')
    .select(['reviews.id', 'session_id', 'student_id', 'expert_id', 'rating', 'comment', 'reviews.created_at'])
    .select(['changed_at', 'answer', 'answered_at', 'hidden_at', 'hidden_reason'])
    .select(['student.full_name as student_name', 'expert.full_name as expert_name'])
}

type TeamRow = NonNullable<Awaited<ReturnType<ReturnType<typeof selectTeamReviews>['executeTakeFirst']>>>

export function toTeamReview(row: TeamRow): TeamReview {
  return {
    id: row.id,
    sessionId: row.session_id,
    student: { id: row.student_id, name: row.student_name },
    expert: { id: row.expert_id, name: row.expert_name },
    rating: row.rating,
    comment: row.comment,
    createdAt: row.created_at,
    changedAt: row.changed_at,
    answer: row.answer,
    answeredAt: row.answered_at,
    hiddenAt: row.hidden_at,
    hiddenReason: row.hidden_reason,
  }
}

/** The average of the stars that the actor gave; null before the first review. */
export async function findAverageGiven(ctx: Context): Promise<number | null> {
  allow(ctx.actor, 'student')
  const row = await ctx.db
    .selectFrom('reviews')
    .select(({ fn }) => fn.avg<string | null>('rating').as('average'))
    .where('student_id', '=', ctx.actor.id)
    .executeTakeFirst()
  return row?.average ? Number(row.average) : null
}

async function findShownExpert({ db, actor }: Context, expertId: string) {
  if (!isUuid<ExpertId>(expertId)) return null
  const expert = await db
    .selectFrom('experts')
    .leftJoin('listings', 'listings.expert_id', 'experts.id')
    .select(['experts.user_id', 'review_count', 'star_counts', 'session_count', 'listings.expert_id as listed'])
    .select(sql<string>`bayesian_rating(review_stars, review_count)`.as('rating'))
    .where('experts.id', '=', expertId)
    .executeTakeFirst()
  const isOwn = isPerson(actor) && actor.id === expert?.user_id
  return expert && (expert.listed || isOwn) ? { ...expert, id: expertId } : null
}
