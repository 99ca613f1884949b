import type { Context } from '#domain/context.server.ts'
import { allow, isPerson, policies } from '#domain/policy.ts'
import {
  type Feedback,
  type FeedbackPage,
  type FeedbackReminders,
  type FeedbackState,
} from '#domain/reviews/contract.ts'
import { unknownExpert } from '#domain/reviews/rules.ts'
import { categoryGroups } from '#kernel/catalogue.ts'
import { type AccountId, isUuid, type SessionId } from '#kernel/ids.ts'
import { feedbackPageSize, feedbackReminderDays, feedbackRemindersShown } from '#kernel/limits.ts'
import { Refusal } from '#kernel/refusals.ts'
import { daysLater } from '#kernel/time.ts'

/** The feedback for the actor, latest first, page by page. */
export async function listFeedback(
  ctx: Context,
  { before }: { before?: string | undefined } = {},
): Promise<FeedbackPage> {
  allow(ctx.actor, 'student')
  const { id } = ctx.actor
  const rows = await selectFeedback(ctx)
    .where('session_feedback.student_id', '=', id)
    .$if(isUuid(before), (query) =>
      query.where(({ eb, refTuple, selectFrom }) =>
        eb(
          refTuple('session_feedback.created_at', 'session_feedback.id'),
          '<',
          selectFrom('session_feedback as last')
            .select(['last.created_at', 'last.id'])
            .where('last.id', '=', before as string)
            .where('last.student_id', '=', id)
            .$asTuple('created_at', 'id'),
        ),
      ),
    )
    .orderBy('session_feedback.created_at', 'desc')
    .orderBy('session_feedback.id', 'desc')
    .limit(feedbackPageSize + 1)
    .execute()
  const feedback = rows.slice(0, feedbackPageSize).map(toFeedback)
  return { feedback, next: rows.length > feedbackPageSize ? (feedback.at(-1)?.id ?? null) : null }
}

/** The feedback of one session, for its student and the team; others get 'no such session'. Null until it is given. */
export async function findFeedback(ctx: Context, sessionId: string): Promise<Feedback | null> {
  allow(ctx.actor, 'signedIn')
  if (!isUuid<SessionId>(sessionId)) throw new Refusal('no_such_session')
  const session = await ctx.db
    .selectFrom('help_sessions')
    .select('student_id')
    .where('id', '=', sessionId)
    .executeTakeFirst()
  const isOwn = isPerson(ctx.actor) && ctx.actor.id === session?.student_id
  if (!session || (!isOwn && !policies.supportPeople(ctx.actor))) throw new Refusal('no_such_session')
  const row = await selectFeedback(ctx).where('session_feedback.session_id', '=', sessionId).executeTakeFirst()
  return row ? toFeedback(row) : null
}

/** Recent billed sessions for which the actor has given no feedback yet. */
export async function listFeedbackReminders(ctx: Context): Promise<FeedbackReminders> {
  allow(ctx.actor, 'expert')
  const since = daysLater(ctx.clock.now(), -feedbackReminderDays)
  const withoutFeedback = selectBilledSessions(ctx, ctx.actor.id)
    .where('session_feedback.id', 'is', null)
    .where('asked_at', '>', since)
  const [latest, counted] = await Promise.all([
    withoutFeedback
      .select(['help_sessions.id', 'full_name', 'ended_at'])
      .orderBy('asked_at', 'desc')
      .limit(feedbackRemindersShown)
      .execute(),
    withoutFeedback.select(({ fn }) => fn.countAll<string>().as('total')).executeTakeFirst(),
  ])
  return {
    latest: latest.map((row) => ({
      sessionId: row.id,
      studentName: row.full_name,
      endedAt: row.ended_at ?? ctx.clock.now(),
    })),
    total: Number(counted?.total ?? 0),
  }
}

/** Returns 'given' or 'open', or null when the session takes no feedback of this expert. */
export async function findFeedbackState(ctx: Context, sessionId: string): Promise<FeedbackState | null> {
  allow(ctx.actor, 'expert')
  if (!isUuid<SessionId>(sessionId)) return null
  const row = await selectBilledSessions(ctx, ctx.actor.id)
    .select('session_feedback.id as given')
    .where('help_sessions.id', '=', sessionId)
    .executeTakeFirst()
  if (!row) return null
  return row.given ? 'given' : 'open'
}

function selectBilledSessions({ db }: Context, expertId: AccountId) {
  return db
    .selectFrom('help_sessions')
    .innerJoin('profiles', 'profiles.id', 'help_sessions.student_id')
    .leftJoin('session_feedback', 'session_feedback.session_id', 'help_sessions.id')
    .where('help_sessions.expert_id', '=', expertId)
    .where('charged_paise', '>', 0)
    .where('profiles.deleted_at', 'is', null)
}

function selectFeedback({ db }: Context) {
  return db
    .selectFrom('session_feedback')
    .leftJoin('experts', 'experts.user_id', 'session_feedback.expert_id')
    .leftJoin('profiles', 'profiles.id', 'experts.user_id')
    .selectAll('session_feedback')
    .select(['profiles.full_name', 'experts.expertise_category'])
}

type Row = NonNullable<Awaited<ReturnType<ReturnType<typeof selectFeedback>['executeTakeFirst']>>>

function toFeedback(row: Row): Feedback {
  const category = categoryGroups.find(({ id }) => id === row.expertise_category)
  return {
    id: row.id,
    sessionId: row.session_id,
    createdAt: row.created_at,
    expertName: row.full_name ?? unknownExpert.name,
    category: category?.name ?? unknownExpert.category,
    strengths: row.student_strengths,
    customStrengths: row.custom_strengths,
    improvements: row.improvement_areas,
    customImprovements: row.custom_improvements,
    note: row.motivational_note,
  }
}
