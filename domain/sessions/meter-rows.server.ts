import { sql } from 'kysely'
import type { Context } from '#domain/context.server.ts'
import { inTransaction } from '#domain/in-transaction.server.ts'
import { allow } from '#domain/policy.ts'
import type { MeterStart } from '#domain/sessions/meter.ts'
import { type CallContext, type NewSessionEvent, addEvents } from '#domain/sessions/transition-session.server.ts'
import { heldMinutes } from '#domain/sessions/rules.ts'
import { callStateList } from '#domain/sessions/state-lists.server.ts'
import { listSpendable, publishWalletChanges } from '#domain/wallet/queries.server.ts'
import { holdFor } from '#domain/wallet/rules.ts'
import { extendHolds } from '#domain/wallet/session-money.server.ts'
import type { AccountId, SessionId } from '#kernel/ids.ts'
import { excusedMaxMs, meterCheckpointMs, meterLeaseMs } from '#kernel/limits.ts'
import { type Paise, paise } from '#kernel/money.ts'

/*
 * One process at a time meters a session. The session's row names that process, so writes by others match no row.
 * Leases are compared with the database's clock, because the clocks of several machines differ.
 */

export type LeasedSession = {
  id: SessionId
  studentId: AccountId
  expertId: AccountId
  start: Omit<MeterStart, 'heldMs' | 'minuteMs'> & { heldMinutes: number }
}

const lease = sql`now() + make_interval(secs => ${sql.lit(meterLeaseMs / 1_000)})`
const leaseColumns = sql`id, student_id, expert_id, state, live_ms, interruptions, interrupted_ms, held_paise,
  rate_paise_per_minute, student_epoch, expert_epoch, cut_at`

type TakeOver = {
  nodeId: string
  /** The sessions that this process meters now. */
  meteredHere: SessionId[]
  killed: string[]
  /**
   * How long ago a lease must have expired. 'never' is for the moment after a database outage: all leases have expired,
   * and their holders are about to renew them.
   */
  expiredForMs: number | 'never'
  /** Whether the database responded so late that leases may have expired meanwhile. Then nothing is taken over. */
  isLate: () => boolean
}

/**
 * True when the metering process has missed two checkpoints, because the process or the database was unavailable.
 * Until a process meters the session again, a passed connection deadline must not end it. Null without such a process.
 */
export const hasMissedCheckpoints = sql<boolean>`
  meter_until < now() + make_interval(secs => ${sql.lit((meterLeaseMs - 2 * meterCheckpointMs) / 1_000)})`

/** Leases a session for metering by this process. Returns null if another process meters it or no call is open. */
export async function leaseSession(
  ctx: Context,
  { id, nodeId }: { id: string; nodeId: string },
): Promise<LeasedSession | null> {
  allow(ctx.actor, 'system')
  const { rows } = await sql<LeaseRow>`
    update help_sessions set meter_node = ${nodeId}, meter_until = ${lease}
    where id = ${id} and state in (${callStateList})
      and (meter_node is null or meter_node = ${nodeId})
    returning ${leaseColumns}`.execute(ctx.db)
  return rows[0] ? toLeased(ctx, rows[0]) : null
}

/**
 * Lists metering processes whose advisory locks are free, so they may have died. Lists none unless this process still
 * holds its own lock, because a database that has just restarted has no locks.
 */
export async function listUnlockedNodes(ctx: Context, nodeId: string): Promise<string[]> {
  allow(ctx.actor, 'system')
  const { rows } = await sql<{ node: string }>`
    with metering as materialized (
      select distinct meter_node as node from help_sessions
      where state in (${callStateList}) and meter_node <> ${nodeId} and meter_until >= now()
    ), own as materialized (select pg_try_advisory_xact_lock(hashtextextended(${nodeId}, 0)) as is_free)
    select node from metering, own
    where not own.is_free and pg_try_advisory_xact_lock(hashtextextended(node::text, 0))`.execute(ctx.db)
  return rows.map(({ node }) => node)
}

/**
 * Takes over the sessions of killed processes and sessions with an expired lease, even if they are leased to this
 * process but not metered here. Live sessions become interrupted, with neither side at fault. Connecting sessions get
 * a new deadline. Locked rows are left for the next run, so only one process takes over a session.
 */
export async function takeOverSessions(
  ctx: CallContext,
  { nodeId, meteredHere, killed, expiredForMs, isLate }: TakeOver,
): Promise<LeasedSession[]> {
  allow(ctx.actor, 'system')
  const hasLapsed =
    expiredForMs === 'never'
      ? sql`false`
      : sql`meter_until < now() - make_interval(secs => ${sql.lit(expiredForMs / 1_000)})`
  const rows = await inTransaction(ctx, async (txCtx) => {
    const taken = await sql<LeaseRow & { before: string }>`
      update help_sessions s set meter_node = ${nodeId}, meter_until = ${lease},
        state = case before when 'connecting' then before else 'interrupted' end,
        connect_until = case before when 'connecting' then ${newConnectUntil(ctx)} else s.connect_until end
      from (
        select id as abandoned_id, state as before from help_sessions
        where state in (${callStateList}) and (${hasLapsed} or meter_node = any (${killed}::uuid[]))
          and (meter_node <> ${nodeId} or id <> all (${meteredHere}::uuid[]))
        order by id limit 500 for update skip locked
      ) abandoned
      where s.id = abandoned_id
      returning ${leaseColumns}, before`.execute(txCtx.db)
    if (taken.rows.length > 0 && isLate()) throw new Error('the database was unavailable during the take-over')
    const lost = taken.rows.filter(({ before }) => before === 'live').map(({ id }) => id)
    await addEvents(
      txCtx,
      lost.map((sessionId) => ({ sessionId, what: 'lost', side: null, details: { by: 'server' } })),
    )
    return taken.rows
  })
  return rows.map((row) => toLeased(ctx, row))
}

export type Reading = {
  sessionId: SessionId
  state: 'connecting' | 'live' | 'interrupted'
  liveMs: number
  interruptions: number
  interruptedMs: number
  /** The service was disrupted since the last checkpoint. */
  isExcused?: boolean
}

/** Never moves the deadline beyond the ten minutes that a disruption of the service can excuse. */
function newConnectUntil(ctx: CallContext) {
  const until = new Date(ctx.clock.now().getTime() + ctx.times.connectMs)
  return sql`greatest(s.connect_until,
    least(${until}, s.answered_at + make_interval(secs => ${sql.lit(excusedMaxMs / 1_000)})))`
}

/**
 * Saves the checkpoints of all sessions of this process in one statement, which also renews its leases. Returns the
 * sessions that this process still meters. Rows are locked in the same order as for holds and bills. After missed
 * checkpoints or a disruption, connecting sessions get a new deadline.
 */
export async function saveReadings(
  ctx: CallContext,
  { nodeId, readings, events }: { nodeId: string; readings: Reading[]; events: NewSessionEvent[] },
): Promise<Set<SessionId>> {
  allow(ctx.actor, 'system')
  if (readings.length === 0) return new Set()
  return inTransaction(ctx, async (txCtx) => {
    const { rows } = await sql<{ id: SessionId }>`
      with own as materialized (
        select id from help_sessions
        where id = any (${readings.map(({ sessionId }) => sessionId)}::uuid[])
          and meter_node = ${nodeId} and state in (${callStateList})
        order by id for update
      )
      update help_sessions s set state = r.state, live_ms = greatest(s.live_ms, r.live_ms), interruptions = r.interruptions,
        interrupted_ms = r.interrupted_ms, meter_until = ${lease},
        connect_until = case when r.state = 'connecting' and (r.is_excused or ${hasMissedCheckpoints})
          then ${newConnectUntil(ctx)} else s.connect_until end,
        connected_at = case when r.state = 'connecting' then s.connected_at else coalesce(s.connected_at, ${ctx.clock.now()}) end
      from unnest(
        ${readings.map(({ sessionId }) => sessionId)}::uuid[], ${readings.map(({ state }) => state)}::text[],
        ${readings.map(({ liveMs }) => Math.round(liveMs))}::bigint[], ${readings.map((each) => each.interruptions)}::integer[],
        ${readings.map(({ interruptedMs }) => Math.round(interruptedMs))}::bigint[],
        ${readings.map(({ isExcused = false }) => isExcused)}::boolean[]
      ) r (session, state, live_ms, interruptions, interrupted_ms, is_excused)
      join own on own.id = r.session
      where s.id = r.session
      returning s.id`.execute(txCtx.db)
    const written = new Set(rows.map(({ id }) => id))
    await addEvents(
      txCtx,
      events.filter(({ sessionId }) => written.has(sessionId)),
    )
    return written
  })
}

/** Releases the leases of this process at shutdown, so that the next process need not wait. */
export async function releaseLeases(ctx: Context, nodeId: string): Promise<void> {
  allow(ctx.actor, 'system')
  await sql`update help_sessions set meter_node = null, meter_until = now()
    where meter_node = ${nodeId} and state in (${callStateList}, 'ended')`.execute(ctx.db)
}

/** With `more`, extends the hold; otherwise only reads the funds. */
type HoldRequest = { id: SessionId; more: boolean }
type SessionFunds = { heldMinutes: number; affordableMinutes: number; msUntilCutOff: number }

/**
 * Extends holds by up to five minutes each, all in one transaction. Returns the held minutes, the minutes that the
 * wallet can still pay, and the time until the cut-off. A session that may not be extended keeps its hold.
 */
export async function extendSessions(ctx: Context, holdRequests: HoldRequest[]): Promise<Map<SessionId, SessionFunds>> {
  allow(ctx.actor, 'system')
  if (holdRequests.length === 0) return new Map()
  return inTransaction(ctx, async (txCtx) => {
    const sessions = await lockForMoney(txCtx, holdRequests)
    const idsToExtend = new Set(holdRequests.filter(({ more }) => more).map(({ id }) => id))
    const wallets = await listSpendable(
      txCtx,
      sessions.map(({ student_id }) => student_id),
    )
    const spendable = (studentId: AccountId) => wallets.get(studentId)?.spendable ?? paise(0)
    const holds = sessions
      .filter(({ id, may_extend }) => may_extend && idsToExtend.has(id))
      .map(({ id, student_id, rate_paise_per_minute, hold_steps }) => ({
        sessionId: id,
        studentId: student_id,
        step: hold_steps,
        amount: holdFor(spendable(student_id), rate_paise_per_minute),
      }))
      .filter(({ amount }) => amount > 0)
    const extended = holds.length > 0 ? await extendHolds(txCtx, holds) : new Set<SessionId>()
    const extendedHolds = new Map(
      holds.filter((hold) => extended.has(hold.sessionId)).map((hold) => [hold.sessionId, hold]),
    )
    if (extendedHolds.size > 0) await writeHolds(txCtx, [...extendedHolds.values()])
    for (const { studentId } of extendedHolds.values()) publishWalletChanges(txCtx, studentId)
    return new Map(
      sessions.map((session) => {
        const { id, student_id, held_paise, rate_paise_per_minute: ratePaisePerMinute } = session
        const more = extendedHolds.get(id)?.amount ?? 0
        const left = paise(session.may_extend ? spendable(student_id) - more : 0)
        return [
          id,
          {
            heldMinutes: heldMinutes(paise(held_paise + more), { ratePaisePerMinute }),
            affordableMinutes: heldMinutes(left, { ratePaisePerMinute }),
            msUntilCutOff: msUntilCutOff(txCtx, session.cut_at),
          },
        ]
      }),
    )
  })
}

/** Locks sessions before money, in the same order as all other transactions, to avoid deadlocks. */
async function lockForMoney(ctx: Context, holdRequests: HoldRequest[]) {
  type Row = {
    id: SessionId
    student_id: AccountId
    held_paise: number
    hold_steps: number
    rate_paise_per_minute: Paise
    may_extend: boolean
    cut_at: Date | null
  }
  const { rows } = await sql<Row>`
    select id, student_id, held_paise, hold_steps, rate_paise_per_minute, may_extend, cut_at from help_sessions
    where id = any(${holdRequests.map(({ id }) => id)}::uuid[]) order by id for update`.execute(ctx.db)
  return rows
}

async function writeHolds(ctx: Context, holds: { sessionId: SessionId; amount: Paise; step: number }[]): Promise<void> {
  await sql`
    update help_sessions s set held_paise = s.held_paise + h.amount, hold_steps = h.step + 1
    from unnest(
      ${holds.map(({ sessionId }) => sessionId)}::uuid[], ${holds.map(({ amount }) => amount)}::bigint[],
      ${holds.map(({ step }) => step)}::integer[]
    ) h (session, amount, step)
    where s.id = h.session and s.hold_steps = h.step`.execute(ctx.db)
  await addEvents(
    ctx,
    holds.map(({ sessionId, amount }) => ({
      sessionId,
      what: 'extended',
      side: null,
      details: { heldPaise: amount },
    })),
  )
}

type LeaseRow = {
  id: SessionId
  student_id: AccountId
  expert_id: AccountId
  state: MeterStart['state']
  live_ms: number
  interruptions: number
  interrupted_ms: number
  held_paise: number
  rate_paise_per_minute: number
  student_epoch: number
  expert_epoch: number
  cut_at: Date | null
}

function toLeased(ctx: Context, row: LeaseRow): LeasedSession {
  const ratePaisePerMinute = paise(row.rate_paise_per_minute)
  return {
    id: row.id,
    studentId: row.student_id,
    expertId: row.expert_id,
    start: {
      state: row.state,
      liveMs: row.live_ms,
      interruptions: row.interruptions,
      interruptedMs: row.interrupted_ms,
      heldMinutes: heldMinutes(paise(row.held_paise), { ratePaisePerMinute }),
      msUntilCutOff: msUntilCutOff(ctx, row.cut_at),
      epochs: { student: row.student_epoch, expert: row.expert_epoch },
    },
  }
}

function msUntilCutOff(ctx: Context, cutAt: Date | null): number {
  return cutAt ? cutAt.getTime() - ctx.clock.now().getTime() : Infinity
}
