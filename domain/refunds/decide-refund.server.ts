import { staleRefusal } from '#domain/accounts/stale-refusal.server.ts'
import { publishTeamQueuesChanged } from '#domain/audit/publish-team-queues-changed.server.ts'
import { writeAudit } from '#domain/audit/write-audit.server.ts'
import type { Context } from '#domain/context.server.ts'
import { inTransaction } from '#domain/in-transaction.server.ts'
import { notify } from '#domain/notifications/notify.server.ts'
import { allow, isPerson, policies } from '#domain/policy.ts'
import type { Fault, RefundState } from '#domain/refunds/contract.ts'
import { addEvent, publishSessionChange } from '#domain/sessions/transition-session.server.ts'
import { publishWalletChanges } from '#domain/wallet/queries.server.ts'
import { refundSession } from '#domain/wallet/session-money.server.ts'
import type { AccountId, RefundId, SessionId } from '#kernel/ids.ts'
import { supportRefundMaxPaise } from '#kernel/limits.ts'
import { type Paise, paise } from '#kernel/money.ts'
import { Refusal } from '#kernel/refusals.ts'

type Decision = {
  /** The amount for the student; null when the request is refused. */
  refunded: Paise | null
  answer: string
  fault?: Fault
  /** True when another mail contains the answer for the student. */
  isMailed?: boolean
}

export type LockedRefund = {
  id: RefundId
  state: RefundState
  sessionId: SessionId
  studentId: AccountId
  expertId: AccountId
  charged: Paise
}

/** Locks the request and decides it once; refuses the second of two concurrent decisions. */
export async function decideRefund(
  ctx: Context,
  { id, decide }: { id: RefundId; decide: (request: LockedRefund) => Decision },
): Promise<void> {
  allow(ctx.actor, 'supportPeople')
  const request = await inTransaction(ctx, async (txCtx) => {
    const locked = await lockRefund(txCtx, { id })
    if (!locked) throw new Refusal('no_such_refund')
    if (locked.state !== 'asked') {
      throw await staleRefusal(txCtx, {
        code: 'refund_decided',
        on: { thing: 'session', id: locked.sessionId },
      })
    }
    await writeDecision(txCtx, locked, decide(locked))
    return locked
  })
  publishRefundChange(ctx, request)
}

/** Locks the open request of a session, for a decision of the team. Creates it if the student has not requested one. */
export async function openRefund(ctx: Context, sessionId: SessionId): Promise<LockedRefund> {
  allow(ctx.actor, 'supportPeople')
  const session = await ctx.db
    .selectFrom('help_sessions')
    .select('student_id')
    .where('id', '=', sessionId)
    .where('charged_paise', '>', 0)
    .executeTakeFirst()
  if (!session) throw new Refusal('session_not_billed')
  await ctx.db
    .insertInto('refund_requests')
    .values({ session_id: sessionId, student_id: session.student_id, asked_at: ctx.clock.now() })
    .onConflict((conflict) => conflict.column('session_id').doNothing())
    .execute()
  const request = await lockRefund(ctx, { sessionId })
  if (request?.state !== 'asked') {
    throw await staleRefusal(ctx, { code: 'refund_decided', on: { thing: 'session', id: sessionId } })
  }
  return request
}

/** Locks the request until the end of the database transaction. */
export async function lockRefund(
  ctx: Context,
  key: { id: RefundId } | { sessionId: SessionId },
): Promise<LockedRefund | null> {
  const row = await ctx.db
    .selectFrom('refund_requests')
    .innerJoin('help_sessions', 'help_sessions.id', 'refund_requests.session_id')
    .select(['refund_requests.id', 'refund_requests.state', 'refund_requests.student_id', 'session_id'])
    .select(['expert_id', 'charged_paise'])
    .where(({ eb }) => ('id' in key ? eb('refund_requests.id', '=', key.id) : eb('session_id', '=', key.sessionId)))
    .forUpdate('refund_requests')
    .executeTakeFirst()
  return row
    ? {
        id: row.id,
        state: row.state,
        sessionId: row.session_id,
        studentId: row.student_id,
        expertId: row.expert_id,
        charged: paise(row.charged_paise ?? 0),
      }
    : null
}

/** Writes row, ledger, timeline, audit log and notifications, in the transaction of the caller. */
export async function writeDecision(
  ctx: Context,
  { id, sessionId, studentId, expertId }: LockedRefund,
  { refunded, answer, fault, isMailed = false }: Decision,
): Promise<void> {
  if (isPerson(ctx.actor) && (refunded ?? 0) > supportRefundMaxPaise && !policies.refundAnyAmount(ctx.actor)) {
    throw new Refusal('refund_above_role')
  }
  const now = ctx.clock.now()
  const deciderId = isPerson(ctx.actor) ? ctx.actor.id : null
  await ctx.db
    .updateTable('refund_requests')
    .set({
      state: refunded ? 'granted' : 'refused',
      decided_at: now,
      decided_by: deciderId,
      refunded_paise: refunded,
      answer,
      fault,
    })
    .where('id', '=', id)
    .execute()
  const figures = { amountPaise: refunded, ...(fault && { fault }) }
  if (refunded) {
    await refundSession(ctx, { sessionId, amount: refunded })
    await addEvent(ctx, { sessionId, what: 'refunded', side: null, details: figures })
  } else await addEvent(ctx, { sessionId, what: 'refund refused', side: null })
  await writeAudit(ctx, {
    act: refunded ? 'refund granted' : 'refund refused',
    on: { thing: 'session', id: sessionId },
    about: studentId,
    // The answer is deleted with the account of the student, so the log keeps only the figures.
    after: refunded ? figures : { amountPaise: 0 },
  })
  const amountPaise = refunded ?? 0
  await notify(ctx, {
    to: studentId,
    kind: 'refund',
    facts: { what: refunded ? 'granted' : 'refused', sessionId, amountPaise },
    about: expertId,
    once: `refund ${id}`,
    withMail: !isMailed,
  })
  if (!refunded) return
  await notify(ctx, {
    to: expertId,
    kind: 'refund',
    facts: { what: 'taken', sessionId, amountPaise },
    about: studentId,
    once: `refund ${id}`,
  })
}

/** Must be called after the commit. */
export function publishRefundChange(ctx: Context, { sessionId, studentId, expertId }: LockedRefund): void {
  publishSessionChange(ctx, { id: sessionId, studentId, expertId }, 'settled')
  publishWalletChanges(ctx, studentId, expertId)
  publishTeamQueuesChanged(ctx)
}
