import { sql } from 'kysely'
import type { Context } from '#domain/context.server.ts'
import { allow } from '#domain/policy.ts'
import type { RefundPage, RefundRequest, SessionRefund } from '#domain/refunds/contract.ts'
import { needsReason, refundableUntil } from '#domain/refunds/rules.ts'
import { getBilledSession } from '#domain/sessions/billed-session.server.ts'
import { isUuid, type SessionId } from '#kernel/ids.ts'
import { refundsPageSize } from '#kernel/limits.ts'
import { paise } from '#kernel/money.ts'
import { Refusal } from '#kernel/refusals.ts'

/** The student's own refunds with their states, latest first, page by page. */
export async function listRefunds(ctx: Context, { before }: { before?: string | undefined } = {}): Promise<RefundPage> {
  allow(ctx.actor, 'student')
  const { id: studentId } = ctx.actor
  const rows = await refundsWithSessions(ctx)
    .where('refund_requests.student_id', '=', studentId)
    .$if(isUuid(before), (query) =>
      query.where(
        sql<boolean>`(refund_requests.asked_at, refund_requests.id) < (
          select asked_at, id from refund_requests where id = ${before} and student_id = ${studentId})`,
      ),
    )
    .orderBy('refund_requests.asked_at', 'desc')
    .orderBy('refund_requests.id', 'desc')
    .limit(refundsPageSize + 1)
    .execute()
  const refunds = rows.slice(0, refundsPageSize).map(toRefund)
  return { refunds, next: rows.length > refundsPageSize ? (refunds.at(-1)?.id ?? null) : null }
}

/** The refund state of one session, for its student. A free session has nothing to refund. */
export async function getSessionRefund(ctx: Context, sessionId: string): Promise<SessionRefund> {
  allow(ctx.actor, 'student')
  const session = await getBilledSession(ctx, { id: sessionId, side: 'student' }).catch((error: unknown) => {
    if (error instanceof Refusal && error.code === 'session_not_billed') return null
    throw error
  })
  if (!session) return { request: null, askUntil: null }
  const row = await refundsWithSessions(ctx).where('refund_requests.session_id', '=', session.id).executeTakeFirst()
  return {
    request: row ? toRefund(row) : null,
    askUntil: row && !needsReason(row) ? null : refundableUntil(session.endedAt),
  }
}

/** For the team: the refund decision about a session, if there is one. */
export async function findRefundOf(
  ctx: Context,
  sessionId: SessionId,
): Promise<Pick<RefundRequest, 'state' | 'refunded' | 'fault'> | null> {
  allow(ctx.actor, 'supportPeople')
  const row = await refundsWithSessions(ctx).where('refund_requests.session_id', '=', sessionId).executeTakeFirst()
  return row ? toRefund(row) : null
}

/** Whether the whole charge was refunded. If so, the session is not in public figures and cannot be rated. */
export async function isRefundedWhole({ db }: Context, sessionId: SessionId): Promise<boolean> {
  const { rows } = await sql<{ whole: boolean }>`select is_refunded_whole(${sessionId}) as whole`.execute(db)
  return rows[0]?.whole === true
}

function refundsWithSessions({ db }: Context) {
  return db
    .selectFrom('refund_requests')
    .innerJoin('help_sessions', 'help_sessions.id', 'refund_requests.session_id')
    .innerJoin('profiles as expert', 'expert.id', 'help_sessions.expert_id')
    .selectAll('refund_requests')
    .select('expert.full_name as expert_name')
    .select('help_sessions.charged_paise')
}

type Row = NonNullable<Awaited<ReturnType<ReturnType<typeof refundsWithSessions>['executeTakeFirst']>>>

function toRefund(row: Row): RefundRequest {
  return {
    id: row.id,
    sessionId: row.session_id,
    expertName: row.expert_name,
    charged: paise(row.charged_paise ?? 0),
    state: row.state,
    fault: row.fault,
    reason: row.reason,
    answer: row.answer,
    refunded: row.refunded_paise === null ? null : paise(row.refunded_paise),
    askedAt: row.asked_at,
    decidedAt: row.decided_at,
  }
}
