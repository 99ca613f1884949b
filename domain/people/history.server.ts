import type { Context } from '#domain/context.server.ts'
import type { PersonSession, PersonHistory } from '#domain/people/contract.ts'
import { listBookingsOf } from '#domain/people/history-of-bookings.server.ts'
import { listFeedbackHistory } from '#domain/people/history-of-feedback.server.ts'
import { getMoneyHistory, listRefundHistory } from '#domain/people/history-of-money.server.ts'
import { listReportHistory } from '#domain/people/history-of-reports.server.ts'
import { listReviewHistory } from '#domain/people/history-of-reviews.server.ts'
import { listSummaryHistory } from '#domain/people/history-of-summaries.server.ts'
import { historySides } from '#domain/people/history-sides.ts'
import { allow } from '#domain/policy.ts'
import type { AccountId } from '#kernel/ids.ts'
import { historyShownMax } from '#kernel/limits.ts'
import { paise } from '#kernel/money.ts'

/** The history of a person, the latest rows of each kind. Contains no contact details. */
export async function getPersonHistory(ctx: Context, id: AccountId): Promise<PersonHistory> {
  allow(ctx.actor, 'supportPeople')
  const [signIns, sessions, bookings, money, refunds, reviews, feedback, summaries, reports, blocks] =
    await Promise.all([
      listSignInsOf(ctx, id),
      listSessionsOf(ctx, id),
      listBookingsOf(ctx, id),
      getMoneyHistory(ctx, id),
      listRefundHistory(ctx, id),
      listReviewHistory(ctx, id),
      listFeedbackHistory(ctx, id),
      listSummaryHistory(ctx, id),
      listReportHistory(ctx, id),
      countBlocks(ctx, id),
    ])
  return { signIns, sessions, bookings, money, refunds, reviews, feedback, summaries, reports, blocks }
}

async function listSignInsOf({ db, clock }: Context, id: AccountId): Promise<PersonHistory['signIns']> {
  const rows = await db
    .selectFrom('sign_ins')
    .select(['id', 'created_at', 'last_used_at', 'user_agent'])
    .where('profile_id', '=', id)
    .where('expires_at', '>', clock.now())
    .orderBy('last_used_at', 'desc')
    .limit(historyShownMax)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    startedAt: row.created_at,
    lastUsedAt: row.last_used_at,
    userAgent: row.user_agent,
  }))
}

/** A person is only a student or only an expert, so one of the two lists is empty. */
async function listSessionsOf({ db }: Context, id: AccountId): Promise<PersonSession[]> {
  const found = await Promise.all(
    historySides.map(async ({ side, ownColumn, otherColumn }) => {
      const rows = await db
        .selectFrom('help_sessions')
        .innerJoin('profiles', 'profiles.id', `help_sessions.${otherColumn}`)
        .leftJoin('refund_requests as refund', 'refund.session_id', 'help_sessions.id')
        .select(['help_sessions.id', 'help_sessions.asked_at', 'help_sessions.state'])
        .select(['billed_minutes', 'charged_paise', 'refund.refunded_paise'])
        .select(['profiles.id as other_id', 'full_name'])
        .where(`help_sessions.${ownColumn}`, '=', id)
        .orderBy('help_sessions.asked_at', 'desc')
        .limit(historyShownMax)
        .execute()
      return rows.map((row): PersonSession => ({
        id: row.id,
        askedAt: row.asked_at,
        side,
        other: { id: row.other_id, name: row.full_name },
        state: row.state,
        billedMinutes: row.billed_minutes,
        chargedPaise: row.charged_paise === null ? null : paise(row.charged_paise),
        refundedPaise: row.refunded_paise === null ? null : paise(row.refunded_paise),
      }))
    }),
  )
  return found.flat()
}

async function countBlocks({ db }: Context, id: AccountId): Promise<PersonHistory['blocks']> {
  const count = async (column: 'blocker_id' | 'blocked_id') => {
    const row = await db
      .selectFrom('blocks')
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .where(column, '=', id)
      .executeTakeFirst()
    return Number(row?.count ?? 0)
  }
  return { by: await count('blocker_id'), of: await count('blocked_id') }
}
