import { sql } from 'kysely'
import type { Context } from '#domain/context.server.ts'
import { markSessionsOver } from '#domain/experts/reachability.server.ts'
import { inTransaction } from '#domain/in-transaction.server.ts'
import { notifyAll } from '#domain/notifications/notify.server.ts'
import { hasDroppedBelow } from '#domain/notifications/rules.ts'
import { allow } from '#domain/policy.ts'
import {
  type CallContext,
  type LockedSession,
  lockOwnSessions,
  type NewSessionEvent,
  addEvents,
  publishSessionChange,
} from '#domain/sessions/transition-session.server.ts'
import { chargedMinutes, hasStudentLeft } from '#domain/sessions/rules.ts'
import { canTransitionSession, isCall, type Side } from '#domain/sessions/states.ts'
import { listSpendable, publishWalletChanges } from '#domain/wallet/queries.server.ts'
import { type SessionCost, settleAll } from '#domain/wallet/session-money.server.ts'
import type { SessionId } from '#kernel/ids.ts'
import { lowBalancePaise } from '#kernel/limits.ts'
import { type Paise, paise } from '#kernel/money.ts'
import { Refusal } from '#kernel/refusals.ts'
import { enqueueAll } from '#platform/jobs/port.ts'

export type SessionSettlement = {
  id: SessionId
  /** The metering process and its final time. Without it the last checkpoint counts. */
  metered?: { nodeId: string; liveMs: number }
  /** The meter's reason for ending the session, when neither side hung up. */
  ended?: { reason: string; lost: Side | null }
  /** Runs in the same database transaction. */
  alsoInTransaction?: (ctx: Context, session: LockedSession) => Promise<unknown>
}

/**
 * Settles an ended session exactly once: pays expert and platform for the used time and releases the rest of the
 * hold. Returns whether this call settled it. With `metered`, only the holder of the lease may settle. A job enqueued
 * with the bill checks for a fault that must be refunded.
 */
export async function settleSession(ctx: CallContext, input: SessionSettlement): Promise<boolean> {
  const settled = await settleSessions(ctx, [input])
  return settled.size > 0
}

/**
 * Settles many sessions in one transaction, with as many statements as for one. Skips sessions that cannot be settled.
 * An error leaves all of them unsettled.
 */
export async function settleSessions(ctx: CallContext, inputs: SessionSettlement[]): Promise<Set<SessionId>> {
  allow(ctx.actor, 'system')
  const settled = await inTransaction(ctx, (txCtx) => settleLocked(txCtx, inputs))
  return new Set(settled.map(({ id }) => id))
}

async function settleLocked(ctx: CallContext, inputs: SessionSettlement[]): Promise<LockedSession[]> {
  const inputsById = new Map(inputs.map((input) => [input.id, input]))
  const found = await lockOwnSessions(ctx, [...inputsById.keys()])
  if (found.length < inputsById.size) throw new Refusal('no_such_session')
  const ending = found.flatMap((session) => {
    const input = inputsById.get(session.id)
    return input && canSettle(session, input) ? { session, input } : []
  })
  if (ending.length === 0) return []
  for (const { session } of ending) publishSessionChange(ctx, session, 'settled')
  await addEvents(ctx, ending.flatMap(toEndEvents))
  const leftByStudent = await listLeftByStudent(
    ctx,
    ending.map(({ session }) => session),
  )
  const bills = ending.map((each) =>
    createBill(each, { minuteMs: ctx.times.minuteMs, isLeftByStudent: leftByStudent.has(each.session.id) }),
  )
  await settleAll(
    ctx,
    bills.map(({ cost }) => cost),
  )
  await writeBills(ctx, bills)
  await markSessionsOver(
    ctx,
    bills.map(({ cost }) => ({ accountId: cost.expertId, completed: cost.minutes > 0 })),
  )
  const paid = bills.filter(({ cost }) => cost.minutes > 0)
  await enqueueAll(
    ctx.db,
    'refund_fault',
    paid.map(({ cost }) => ({ payload: { sessionId: cost.sessionId } })),
  )
  await notifyIfLow(ctx, paid)
  for (const { session, input } of ending) await input.alsoInTransaction?.(ctx, session)
  for (const { cost } of bills) publishWalletChanges(ctx, cost.studentId, cost.expertId)
  return ending.map(({ session }) => session)
}

type EndingSession = { session: LockedSession; input: SessionSettlement }

function canSettle({ state, row }: LockedSession, { metered, ended }: SessionSettlement): boolean {
  if (metered && row.meter_node !== metered.nodeId) return false
  return (ended !== undefined && isCall(state)) || canTransitionSession(state, 'settle', 'system')
}

/** The 'ended' event, when the meter ended the call. */
function toEndEvents({ session, input: { ended } }: EndingSession): NewSessionEvent[] {
  if (!ended || !isCall(session.state)) return []
  return [{ sessionId: session.id, what: 'ended', side: ended.lost, details: { reason: ended.reason } }]
}

type Bill = { cost: SessionCost; charged: Paise; liveMs: number; endReason: string | null }

function createBill(
  { session, input: { metered, ended } }: EndingSession,
  { minuteMs, isLeftByStudent }: { minuteMs: number; isLeftByStudent: boolean },
): Bill {
  const { id, studentId, expertId, state, row } = session
  const liveMs = Math.max(row.live_ms, Math.round(metered?.liveMs ?? 0))
  const ratePaisePerMinute = paise(row.rate_paise_per_minute)
  const minutes = chargedMinutes({ liveMs, held: paise(row.held_paise), ratePaisePerMinute, minuteMs })
  const used = paise(minutes * ratePaisePerMinute)
  const charged = liveMs > 0 && isLeftByStudent ? paise(Math.max(used, row.least_paise)) : used
  const fee = charged > used ? charged : null
  return {
    cost: {
      sessionId: id,
      studentId,
      expertId,
      minutes,
      ratePaisePerMinute,
      sharePercent: row.share_percent,
      fee,
    },
    charged,
    liveMs,
    endReason: isCall(state) ? (ended?.reason ?? null) : null,
  }
}

async function writeBills(ctx: Context, bills: Bill[]): Promise<void> {
  const now = ctx.clock.now()
  await sql`
    update help_sessions s set state = 'settled', live_ms = b.live_ms, billed_minutes = b.minutes, charged_paise = b.charged,
      settled_at = ${now}, ended_at = case when b.end_reason is null then s.ended_at else ${now} end,
      end_reason = coalesce(b.end_reason, s.end_reason)
    from unnest(
      ${bills.map(({ cost }) => cost.sessionId)}::uuid[], ${bills.map(({ liveMs }) => liveMs)}::bigint[],
      ${bills.map(({ cost }) => cost.minutes)}::integer[], ${bills.map(({ charged }) => charged)}::bigint[],
      ${bills.map(({ endReason }) => endReason)}::text[]
    ) b (session, live_ms, minutes, charged, end_reason)
    where s.id = b.session`.execute(ctx.db)
  await addEvents(
    ctx,
    bills.map(({ cost: { sessionId, minutes }, liveMs, charged }) => ({
      sessionId,
      what: 'billed',
      side: null,
      details: { liveMs, minutes, chargedPaise: charged },
    })),
  )
}

/** Notifies the student when this bill takes the balance below the threshold. Later bills do not repeat it. */
async function notifyIfLow(ctx: Context, bills: Bill[]): Promise<void> {
  const wallets = await listSpendable(
    ctx,
    bills.map(({ cost }) => cost.studentId),
  )
  const newNotifications = bills.flatMap(({ cost: { studentId, sessionId }, charged }) => {
    const after = wallets.get(studentId)?.available ?? paise(0)
    if (!hasDroppedBelow({ before: after + charged, after, threshold: lowBalancePaise })) return []
    const once = `low after ${sessionId}`
    return { to: studentId, kind: 'low_balance' as const, facts: { leftPaise: after }, once }
  })
  await notifyAll(ctx, newNotifications)
}

/** Returns the booked sessions that ended because the student left. Other sessions have no minimum charge. */
async function listLeftByStudent({ db }: Context, sessions: LockedSession[]): Promise<Set<SessionId>> {
  const booked = sessions.filter(({ row }) => row.least_paise > 0).map(({ id }) => id)
  if (booked.length === 0) return new Set()
  const lines = await db
    .selectFrom('session_events')
    .select(['session_id', 'what', 'side', 'details'])
    .where('session_id', 'in', booked)
    .where('what', 'in', ['lost', 'resumed', 'hung up', 'ended'])
    .orderBy('id')
    .execute()
  const bySession = Map.groupBy(lines, (line) => line.session_id)
  return new Set(booked.filter((id) => hasStudentLeft(bySession.get(id) ?? [])))
}
