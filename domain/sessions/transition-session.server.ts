import type { Updateable } from 'kysely'
import type { Context } from '#domain/context.server.ts'
import { markSessionsOver } from '#domain/experts/reachability.server.ts'
import { inTransaction } from '#domain/in-transaction.server.ts'
import { listRung } from '#domain/notifications/push-rings.server.ts'
import { type Actor, allow, isPerson } from '#domain/policy.ts'
import type { SessionEventKind } from '#domain/sessions/contract.ts'
import type { CallTimes } from '#domain/sessions/rules.ts'
import {
  canTransitionSession,
  isOpen,
  type SessionTransition,
  sessionTransitions,
  type SessionState,
  type Side,
} from '#domain/sessions/states.ts'
import { publishWalletChanges } from '#domain/wallet/queries.server.ts'
import { releaseHold } from '#domain/wallet/session-money.server.ts'
import type { AccountId, SessionId } from '#kernel/ids.ts'
import { Refusal } from '#kernel/refusals.ts'
import type { HelpSessions } from '#platform/db/schema.ts'
import { enqueue } from '#platform/jobs/port.ts'

export type CallContext = Context & { times: CallTimes }

type SessionTransitionInput = {
  id: SessionId
  transition: SessionTransition
  /** Columns to change besides the state. */
  change?: Updateable<HelpSessions>
  /** The event for the timeline. */
  what: SessionEventKind
  /** The responsible side, when the actor is the system. */
  side?: Side | undefined
  details?: Record<string, unknown>
  /** Runs in the same database transaction. */
  alsoInTransaction?: (ctx: Context, session: LockedSession) => Promise<unknown>
}

/**
 * Performs one transition: updates row, timeline, money and the expert's status in one transaction. Of two concurrent
 * transitions the second is refused with `session_moved_on`. A session that ends here without a conversation costs
 * nothing.
 */
export async function transitionSession(ctx: Context, transitionInput: SessionTransitionInput): Promise<LockedSession> {
  allow(ctx.actor, 'signedInOrSystem')
  const { id, transition, change, what, side = null, details, alsoInTransaction } = transitionInput
  return inTransaction(ctx, async (txCtx) => {
    const locked = await lockOwnSession(txCtx, id)
    const { by } = locked
    if (!canTransitionSession(locked.state, transition, by)) throw new Refusal('session_moved_on')
    const { to } = sessionTransitions[transition]
    const endColumns = isOpen(to) ? {} : { ended_at: ctx.clock.now() }
    await txCtx.db
      .updateTable('help_sessions')
      .set({ ...endColumns, ...change, state: to })
      .where('id', '=', id)
      .execute()
    publishSessionChange(txCtx, locked, to)
    await addEvent(txCtx, { sessionId: locked.id, what, side: by === 'system' ? side : by, details })
    if (!isOpen(to)) await releaseParties(txCtx, locked)
    if (locked.state === 'ringing') await stopRinging(txCtx, id)
    await alsoInTransaction?.(txCtx, locked)
    return locked
  })
}

/** Notifies browsers that ring without an open page, except the one that caused the transition. */
async function stopRinging(ctx: Context, sessionId: SessionId): Promise<void> {
  const { size } = await listRung(ctx, sessionId)
  const exceptSignInId = isPerson(ctx.actor) ? ctx.actor.signInId : null
  if (size > 0) await enqueue(ctx.db, 'close_ring_push', { sessionId, exceptSignInId })
}

export type LockedSession = {
  id: SessionId
  studentId: AccountId
  expertId: AccountId
  state: SessionState
  /** The actor's side, or the system. */
  by: Side | 'system'
  row: {
    rate_paise_per_minute: number
    share_percent: number
    held_paise: number
    least_paise: number
    live_ms: number
    meter_node: string | null
    asked_at: Date
    ring_until: Date
    connect_until: Date | null
    student_epoch: number
    expert_epoch: number
  }
}

/** Locks the session until the end of the transaction. Refuses everyone but its participants and the system. */
export async function lockOwnSession(ctx: Context, id: SessionId): Promise<LockedSession> {
  const [session] = await lockOwnSessions(ctx, [id])
  if (!session) throw new Refusal('no_such_session')
  return session
}

/** Locks these sessions in the order of their ids, and returns those that the actor may see. */
export async function lockOwnSessions(ctx: Context, ids: SessionId[]): Promise<LockedSession[]> {
  const found = await ctx.db
    .selectFrom('help_sessions')
    .select([
      'id',
      'student_id',
      'expert_id',
      'state',
      'rate_paise_per_minute',
      'share_percent',
      'held_paise',
      'least_paise',
    ])
    .select(['live_ms', 'meter_node', 'asked_at', 'ring_until', 'connect_until', 'student_epoch', 'expert_epoch'])
    .where('id', 'in', ids)
    .orderBy('id')
    .forUpdate()
    .execute()
  return found.flatMap(({ student_id, expert_id, state, ...row }) => {
    const by = roleInSession(ctx.actor, { student_id, expert_id })
    return by ? { id: row.id, studentId: student_id, expertId: expert_id, state, by, row } : []
  })
}

export function roleInSession(
  actor: Actor,
  { student_id, expert_id }: { student_id: string; expert_id: string },
): Side | 'system' | null {
  if (actor.kind === 'system') return 'system'
  if (!isPerson(actor)) return null
  if (actor.id === student_id) return 'student'
  return actor.id === expert_id ? 'expert' : null
}

export type NewSessionEvent = {
  sessionId: SessionId
  what: SessionEventKind
  side: Side | null
  details?: Record<string, unknown>
  /** Defaults to now. */
  at?: Date
}

export async function addEvent(ctx: Context, line: NewSessionEvent): Promise<void> {
  await addEvents(ctx, [line])
}

/** Adds events to one or more timelines, in the given order. */
export async function addEvents(ctx: Context, lines: NewSessionEvent[]): Promise<void> {
  if (lines.length === 0) return
  const now = ctx.clock.now()
  await ctx.db
    .insertInto('session_events')
    .values(
      lines.map(({ sessionId, what, side, details = {}, at = now }) => ({
        session_id: sessionId,
        at,
        what,
        side,
        details: JSON.stringify(details),
      })),
    )
    .execute()
}

/** Releases the hold and frees the expert. */
async function releaseParties(ctx: Context, { id, studentId, expertId }: LockedSession): Promise<void> {
  await releaseHold(asSystem(ctx), { sessionId: id, studentId, expertId })
  await markSessionsOver(asSystem(ctx), [{ accountId: expertId, completed: false }])
  publishWalletChanges(ctx, studentId)
}

export function asSystem(ctx: Context): Context {
  return { ...ctx, actor: { kind: 'system' } }
}

/** Notifies the pages and the ring topics of both participants. */
export function publishSessionChange(
  ctx: Context,
  { id, expertId, studentId }: Pick<LockedSession, 'id' | 'expertId' | 'studentId'>,
  state: SessionState,
): void {
  ctx.publish(`session:${id}`, { type: 'changed', state })
  for (const person of [expertId, studentId]) ctx.publish(`rings:${person}`, { type: 'changed' })
}
