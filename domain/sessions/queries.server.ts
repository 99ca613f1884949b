import { sql } from 'kysely'
import type { Context } from '#domain/context.server.ts'
import { allow, isPerson, policies } from '#domain/policy.ts'
import { type OpenSession, type Ring, type SessionEvent, type SessionView } from '#domain/sessions/contract.ts'
import { type CallContext, roleInSession } from '#domain/sessions/transition-session.server.ts'
import { heldMinutes } from '#domain/sessions/rules.ts'
import { openStates, type SessionState, type Side } from '#domain/sessions/states.ts'
import { selectRefunded } from '#domain/wallet/session-money.server.ts'
import { type AccountId, isUuid, type SessionId } from '#kernel/ids.ts'
import { callMaxHours } from '#kernel/limits.ts'
import { paise } from '#kernel/money.ts'
import { Refusal } from '#kernel/refusals.ts'
import { hoursLater } from '#kernel/time.ts'

/** Returns one session for its participants, the team and the system. All others get `no_such_session`. */
export async function getSession(ctx: Context, id: string): Promise<SessionView> {
  allow(ctx.actor, 'signedInOrSystem')
  if (!isUuid<SessionId>(id)) throw new Refusal('no_such_session')
  const row = await selectSessions(ctx).where('help_sessions.id', '=', id).executeTakeFirst()
  const role = row && roleInSession(ctx.actor, row)
  if (!row || (!role && !policies.supportPeople(ctx.actor))) throw new Refusal('no_such_session')
  return toView(row, role === 'student' || role === 'expert' ? role : null)
}

/** Returns the payload of a session topic, which is the same for both sides. Null if the session does not exist. */
export async function findSessionState(ctx: CallContext, id: SessionId) {
  allow(ctx.actor, 'system')
  const row = await selectSessions(ctx).where('help_sessions.id', '=', id).executeTakeFirst()
  if (!row) return null
  const view = toView(row, null)
  return {
    state: view.state,
    callType: view.callType,
    studentName: view.studentName,
    expertName: view.expertName,
    studentPhotoUrl: view.studentPhotoUrl,
    expertPhotoUrl: view.expertPhotoUrl,
    expertId: view.expertId,
    expertSubjects: row.expert_subjects,
    question: view.question,
    fileName: view.fileName,
    ratePaisePerMinute: view.ratePaisePerMinute,
    sharePercent: view.sharePercent,
    minuteMs: ctx.times.minuteMs,
    liveMs: view.liveMs,
    heldMinutes: view.heldMinutes,
    endReason: view.endReason,
    declineReason: view.declineReason,
    billedMinutes: view.billedMinutes,
    chargedPaise: view.chargedPaise,
    ringLeftMs: remainingMs(ctx, view.ringUntil),
    endsAt: isCutShort(view.askedAt, row.cut_at) ? row.cut_at.getTime() : null,
    leastPaise: view.leastPaise,
  }
}

/** Returns whether a booking ends the call before its maximum length. */
function isCutShort(askedAt: Date, cutAt: Date | null): cutAt is Date {
  return cutAt !== null && cutAt < hoursLater(askedAt, callMaxHours)
}

/** Returns the states of these sessions, without those that do not exist. */
export async function listStates(ctx: Context, ids: SessionId[]): Promise<Map<SessionId, SessionState>> {
  allow(ctx.actor, 'system')
  if (ids.length === 0) return new Map()
  const rows = await ctx.db.selectFrom('help_sessions').select(['id', 'state']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, state }) => [id, state]))
}

/** Returns whether the actor is the student or the expert of the session. */
export async function isParticipant(ctx: Context, id: SessionId): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('help_sessions')
    .select(['student_id', 'expert_id'])
    .where('id', '=', id)
    .executeTakeFirst()
  const role = row && roleInSession(ctx.actor, row)
  return role === 'student' || role === 'expert'
}

/** Returns the person's incoming ring and open session, if any. */
export async function findRing(
  ctx: Context,
  accountId: AccountId,
): Promise<{ ring: Ring | null; open: OpenSession | null }> {
  allow(ctx.actor, 'signedInOrSystem')
  if (isPerson(ctx.actor) && ctx.actor.id !== accountId) throw new Refusal('not_allowed')
  const row = await selectOwnSessions(ctx, accountId).where('help_sessions.state', 'in', openStates).executeTakeFirst()
  if (!row) return { ring: null, open: null }
  const side = sideOf(accountId, row)
  const view = toView(row, side)
  const { id, callType, studentName, studentPhotoUrl, question, fileName, ratePaisePerMinute, sharePercent } = view
  const ring = {
    sessionId: id,
    callType,
    studentName,
    studentPhotoUrl,
    question,
    fileName,
    ratePaisePerMinute,
    sharePercent,
    ringLeftMs: remainingMs(ctx, view.ringUntil),
  }
  const otherName = side === 'student' ? view.expertName : studentName
  const open = { sessionId: id, side, state: view.state, callType, otherName }
  return { ring: view.state === 'ringing' && side === 'expert' ? ring : null, open }
}

/** Returns whether the student has an open session. */
export async function isInSession({ db }: Context, studentId: AccountId): Promise<boolean> {
  const open = await db
    .selectFrom('help_sessions')
    .select('id')
    .where('student_id', '=', studentId)
    .where('state', 'in', openStates)
    .executeTakeFirst()
  return open !== undefined
}

/** Returns the id of the expert's open session. */
export async function findOpenSessionOf({ db }: Pick<Context, 'db'>, expertId: AccountId): Promise<SessionId | null> {
  const open = await db
    .selectFrom('help_sessions')
    .select('id')
    .where('expert_id', '=', expertId)
    .where('state', 'in', openStates)
    .executeTakeFirst()
  return open?.id ?? null
}

/** Returns the actor's open session for the page that lists all sessions. */
export async function findOpenSession(ctx: Context): Promise<SessionView | null> {
  allow(ctx.actor, 'signedIn')
  const row = await selectOwnSessions(ctx, ctx.actor.id)
    .where('help_sessions.state', 'in', openStates)
    .executeTakeFirst()
  return row ? toView(row, sideOf(ctx.actor.id, row)) : null
}

/** Lists the events of a session that the actor may see. */
export async function listEvents(ctx: Context, id: SessionId): Promise<SessionEvent[]> {
  await getSession(ctx, id)
  return ctx.db
    .selectFrom('session_events')
    .select(['id', 'at', 'what', 'side', 'details'])
    .where('session_id', '=', id)
    .orderBy('id')
    .execute()
}

/** Browsers get the remaining time instead of an instant, because their clocks may be wrong. */
function remainingMs(ctx: Context, until: Date): number {
  return Math.max(0, until.getTime() - ctx.clock.now().getTime())
}

/** Sessions with both names and the refunded amount. */
export function selectSessions(ctx: Context) {
  return ctx.db
    .selectFrom('help_sessions')
    .innerJoin('profiles as student', 'student.id', 'help_sessions.student_id')
    .innerJoin('profiles as expert', 'expert.id', 'help_sessions.expert_id')
    .leftJoin('experts', 'experts.user_id', 'help_sessions.expert_id')
    .selectAll('help_sessions')
    .select([
      'student.full_name as student_name',
      'expert.full_name as expert_name',
      'student.avatar_url as student_photo',
      'experts.id as record_id',
      'experts.key_subjects as expert_subjects',
    ])
    .select(({ fn }) => fn.coalesce('experts.profile_photo', 'expert.avatar_url').as('expert_photo'))
    .select(selectRefunded(sql.ref('help_sessions.id')).as('refunded_paise'))
}

function selectOwnSessions(ctx: Context, id: AccountId) {
  return selectSessions(ctx).where(({ or, eb }) =>
    or([eb('help_sessions.student_id', '=', id), eb('help_sessions.expert_id', '=', id)]),
  )
}

export function sideOf(id: AccountId, { student_id }: { student_id: string }): Side {
  return id === student_id ? 'student' : 'expert'
}

type Row = NonNullable<Awaited<ReturnType<ReturnType<typeof selectSessions>['executeTakeFirst']>>>

export function toView(row: Row, side: Side | null): SessionView {
  const ratePaisePerMinute = paise(row.rate_paise_per_minute)
  const heldPaise = paise(row.held_paise)
  return {
    id: row.id,
    side,
    state: row.state,
    callType: row.call_type,
    studentName: row.student_name,
    expertName: row.expert_name,
    expertId: row.record_id,
    studentPhotoUrl: row.student_photo,
    expertPhotoUrl: row.expert_photo,
    question: row.question,
    fileName: row.file_name,
    fileType: row.file_type,
    ratePaisePerMinute,
    sharePercent: row.share_percent,
    askedAt: row.asked_at,
    ringUntil: row.ring_until,
    connectedAt: row.connected_at,
    endedAt: row.ended_at,
    endReason: row.end_reason,
    declineReason: row.decline_reason,
    liveMs: row.live_ms,
    heldPaise,
    heldMinutes: heldMinutes(heldPaise, { ratePaisePerMinute }),
    leastPaise: paise(row.least_paise),
    billedMinutes: row.billed_minutes,
    chargedPaise: row.charged_paise === null ? null : paise(row.charged_paise),
    refundedPaise: row.refunded_paise === null ? null : paise(row.refunded_paise),
  }
}
