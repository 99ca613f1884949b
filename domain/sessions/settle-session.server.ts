import type { Context } from '#domain/context.server.ts'
import { hasBecomeLow } from '#domain/notifications/rules.ts'
import { notify } from '#domain/notifications/notify.server.ts'
import { allow } from '#domain/policy.ts'
import type { SessionHappening } from '#domain/sessions/contract.ts'
import {
  type CallContext,
  freeExpert,
  inStep,
  type LockedSession,
  lockOwnSession,
  note,
  tellSession,
} from '#domain/sessions/move-session.server.ts'
import { chargedMinutes, hasStudentLeft, type SessionLine } from '#domain/sessions/rules.ts'
import { canMove, isCall, type Side } from '#domain/sessions/states.ts'
import { getWalletFigures, tellWallets } from '#domain/wallet/queries.server.ts'
import { releaseHold, settleFee, settleMinutes } from '#domain/wallet/session-money.server.ts'
import type { AccountId, SessionId } from '#kernel/ids.ts'
import { lowBalancePaise } from '#kernel/limits.ts'
import { type Paise, paise } from '#kernel/money.ts'
import { enqueue } from '#platform/jobs/port.ts'

export type Settlement = {
  id: string
  /** The process that measured, with its last word. Without it the last checkpoint stands. */
  measured?: { nodeId: string; liveMs: number }
  /** Why the meter ended it, when nobody hung up. */
  ended?: { reason: string; lost: Side | null }
  /** What else belongs to the same database transaction. */
  also?: (ctx: Context, session: LockedSession) => Promise<unknown>
}

/**
 * Pays for a session that has ended, once, whoever comes first: what was used goes to expert and platform, the rest returns. True
 * when it happened now. A process whose meter was taken over has no say any more. Whether a fault is to be refunded at once is
 * looked at by a job that comes into being with the bill.
 */
export async function settleSession(ctx: CallContext, input: Settlement): Promise<boolean> {
  allow(ctx.actor, 'system')
  const { session, news } = await inStep(ctx, (own) => settle({ ...own, times: ctx.times }, input))
  if (!session) return false
  tellSession(ctx, session, 'settled')
  for (const [topic, message] of news) ctx.publish(topic, message)
  return true
}

async function settle(ctx: CallContext, { id, measured, ended, also }: Settlement) {
  const session = await lockOwnSession(ctx, id)
  const { studentId, expertId, row } = session
  if (measured && row.meter_node !== measured.nodeId) return null
  if (ended && isCall(session.state)) await end(ctx, session.id, ended)
  else if (!canMove(session.state, 'settle', 'system')) return null
  const liveMs = Math.max(row.live_ms, Math.round(measured?.liveMs ?? 0))
  const ratePaisePerMinute = paise(row.rate_paise_per_minute)
  const held = paise(row.held_paise)
  const minutes = chargedMinutes({ liveMs, held, ratePaisePerMinute, minuteMs: ctx.times.minuteMs })
  const used = paise(minutes * ratePaisePerMinute)
  const charged =
    liveMs > 0 && (await isLeftByStudent(ctx, session)) ? paise(Math.max(used, row.least_paise)) : used
  const parties = { sessionId: session.id, studentId, expertId }
  if (charged === 0) await releaseHold(ctx, parties)
  else if (charged > used)
    await settleFee(ctx, { ...parties, total: charged, sharePercent: row.share_percent })
  else await settleMinutes(ctx, { ...parties, minutes, ratePaisePerMinute, sharePercent: row.share_percent })
  const now = ctx.clock.now()
  await ctx.db
    .updateTable('help_sessions')
    .set({
      state: 'settled',
      live_ms: liveMs,
      billed_minutes: minutes,
      charged_paise: charged,
      settled_at: now,
    })
    .where('id', '=', id)
    .execute()
  const details = { liveMs, minutes, chargedPaise: charged }
  await note(ctx, { sessionId: session.id, what: 'billed', side: null, details })
  await freeExpert(ctx, expertId, minutes > 0)
  if (minutes > 0) {
    await enqueue(ctx.db, 'refund_fault', { sessionId: session.id })
    await warnIfLow(ctx, { sessionId: session.id, studentId, charged })
  }
  await also?.(ctx, session)
  tellWallets(ctx, studentId, expertId)
  return session
}

type Charge = { sessionId: SessionId; studentId: AccountId; charged: Paise }

/** The bill that brings a wallet from enough to little says so; those after it do not repeat it. */
async function warnIfLow(ctx: Context, { sessionId, studentId, charged }: Charge): Promise<void> {
  const { available } = await getWalletFigures(ctx, studentId)
  const isLow = hasBecomeLow({ before: available + charged, after: available, lowBelow: lowBalancePaise })
  if (!isLow) return
  const facts = { leftPaise: available }
  await notify(ctx, { to: studentId, kind: 'low_balance', facts, once: `low after ${sessionId}` })
}

async function end(
  ctx: Context,
  id: Awaited<ReturnType<typeof lockOwnSession>>['id'],
  { reason, lost }: NonNullable<Settlement['ended']>,
): Promise<void> {
  await ctx.db
    .updateTable('help_sessions')
    .set({ state: 'ended', ended_at: ctx.clock.now(), end_reason: reason })
    .where('id', '=', id)
    .execute()
  await note(ctx, { sessionId: id, what: 'ended', side: lost, details: { reason } })
}

/** Of a booked session: whether it ended because the student left it. In all others it makes no difference. */
async function isLeftByStudent({ db }: Context, { id, row }: LockedSession): Promise<boolean> {
  if (row.least_paise === 0) return false
  const events = await db
    .selectFrom('session_events')
    .select(['what', 'side', 'details'])
    .where('session_id', '=', id)
    .where('what', 'in', ['lost', 'resumed', 'hung up', 'ended'] satisfies SessionHappening[])
    .orderBy('id')
    .execute()
  return hasStudentLeft(events as SessionLine[])
}
