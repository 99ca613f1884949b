import type { Context } from '#domain/context.server.ts'
import { allow } from '#domain/policy.ts'
import type { Summary } from '#domain/reviews/contract.ts'
import { summaryChangeUntil } from '#domain/reviews/rules.ts'
import { getSession } from '#domain/sessions/queries.server.ts'

/** Returns the summary of a session to its student, its expert and the team. Null until it is written. */
export async function findSummary(ctx: Context, sessionId: string): Promise<Summary | null> {
  allow(ctx.actor, 'signedIn')
  const { id, side } = await getSession(ctx, sessionId)
  const row = await ctx.db.selectFrom('session_summaries').selectAll().where('session_id', '=', id).executeTakeFirst()
  if (!row) return null
  const isWithheld = row.hidden_at !== null && side === 'student'
  return {
    parts: isWithheld ? null : { done: row.done, practice: row.practice, next: row.next_time },
    suggestsBooking: row.suggests_booking && !isWithheld,
    writtenAt: row.written_at,
    changedAt: row.changed_at,
    changeUntil: summaryChangeUntil(row.written_at),
    hiddenReason: row.hidden_reason,
  }
}

/**
 * Returns 'open' when the expert can write a summary, otherwise the summary. Null when the two sides were never connected,
 * or the student's account was deleted.
 */
export async function findOwnSummary(ctx: Context, sessionId: string): Promise<Summary | 'open' | null> {
  allow(ctx.actor, 'expert')
  const summary = await findSummary(ctx, sessionId)
  if (summary) return summary
  const { id } = await getSession(ctx, sessionId)
  const open = await ctx.db
    .selectFrom('help_sessions')
    .innerJoin('profiles', 'profiles.id', 'help_sessions.student_id')
    .select('help_sessions.id')
    .where('help_sessions.id', '=', id)
    .where('help_sessions.expert_id', '=', ctx.actor.id)
    .where('state', '=', 'settled')
    .where('connected_at', 'is not', null)
    .where('profiles.deleted_at', 'is', null)
    .executeTakeFirst()
  return open ? 'open' : null
}
