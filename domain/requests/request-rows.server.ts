import { lockStudent } from '#domain/accounts/profile-rows.server.ts'
import type { Context } from '#domain/context.server.ts'
import { listRung } from '#domain/notifications/push-rings.server.ts'
import { isPerson } from '#domain/policy.ts'
import { enqueueRequestAlerts } from '#domain/requests/enqueue-request-alerts.server.ts'
import type { OfferState, RequestState } from '#domain/requests/states.ts'
import { asSystem } from '#domain/sessions/transition-session.server.ts'
import { publishWalletChanges } from '#domain/wallet/queries.server.ts'
import { releaseRequestHold } from '#domain/wallet/session-money.server.ts'
import type { AccountId, RequestId, SessionId } from '#kernel/ids.ts'
import { paise } from '#kernel/money.ts'
import { cancelJob, enqueue } from '#platform/jobs/port.ts'

export type LockedRequest = NonNullable<Awaited<ReturnType<typeof lockRequest>>>

/**
 * Locks the request until the end of the transaction; with `ofStudent` only a request of this student. All writes lock
 * in this order: the student, the request, a session, offers.
 */
export async function lockRequest({ db }: Context, id: RequestId, { ofStudent }: { ofStudent?: AccountId } = {}) {
  const found = await db.selectFrom('requests').select('student_id').where('id', '=', id).executeTakeFirst()
  if (!found || (ofStudent && found.student_id !== ofStudent)) return null
  await lockStudent(db, found.student_id)
  const row = await db.selectFrom('requests').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!row) return null
  return {
    requestId: row.id,
    studentId: row.student_id,
    state: row.state,
    callType: row.call_type,
    question: row.question,
    file: { key: row.file_key, name: row.file_name, type: row.file_type },
    language: row.language,
    maxRatePaisePerMinute: paise(row.max_rate_paise_per_minute),
    heldPaise: paise(row.held_paise),
    askedAt: row.asked_at,
    openUntil: row.open_until,
    nextAt: row.next_at,
  }
}

type Closing = { state: Exclude<RequestState, 'open' | 'taken'>; offers: 'missed' | 'stopped' }

/** Closes a locked request without a session. The whole hold returns. */
export async function closeRequest(ctx: Context, request: LockedRequest, { state, offers }: Closing): Promise<void> {
  const { requestId, studentId } = request
  await markClosed(ctx, request, state)
  await releaseRequestHold(asSystem(ctx), { requestId, studentId })
  await endRings(ctx, request, offers)
}

export async function markClosed(
  ctx: Context,
  { requestId }: LockedRequest,
  state: Exclude<RequestState, 'open'>,
): Promise<void> {
  await ctx.db.updateTable('requests').set({ state, closed_at: ctx.clock.now() }).where('id', '=', requestId).execute()
}

/** Closes the open offers of a closed request, and notifies all pages. */
export async function endRings(
  ctx: Context,
  request: LockedRequest,
  state: 'missed' | 'stopped' | 'taken',
): Promise<void> {
  const { requestId, studentId } = request
  await closeOffers(ctx, request, { state })
  await cancelJob(ctx.db, continueKey(requestId))
  publishRequest(ctx, request)
  publishWalletChanges(ctx, studentId)
}

type OfferChoice = { state: Exclude<OfferState, 'open'>; ids?: SessionId[] }

/** Closes these open offers of a locked request, or all of them. Their rings stop. */
export async function closeOffers(
  ctx: Context,
  request: Pick<LockedRequest, 'requestId'>,
  { state, ids }: OfferChoice,
): Promise<void> {
  if (ids?.length === 0) return
  const closed = await ctx.db
    .updateTable('offers')
    .set({ state, closed_at: ctx.clock.now() })
    .where('request_id', '=', request.requestId)
    .where('state', '=', 'open')
    .$if(ids !== undefined, (query) => query.where('id', 'in', ids ?? []))
    .returning(['id', 'expert_id'])
    .execute()
  for (const { id, expert_id } of closed) await endOfferRing(ctx, { id, expertId: expert_id })
  if (state === 'accepted') return
  await enqueueRequestAlerts(
    ctx,
    closed.map(({ expert_id }) => expert_id),
  )
}

/** Stops the ring of a closed offer on all pages and in all browsers, except the browser that answered. */
export async function endOfferRing(ctx: Context, offer: { id: SessionId; expertId: AccountId }): Promise<void> {
  publishOffer(ctx, offer)
  const { size } = await listRung(ctx, offer.id)
  const exceptSignInId = isPerson(ctx.actor) ? ctx.actor.signInId : null
  if (size > 0) await enqueue(ctx.db, 'close_offer_push', { offerId: offer.id, exceptSignInId })
}

/** Notifies the pages of the student. */
export function publishRequest(ctx: Context, { requestId, studentId }: Pick<LockedRequest, 'requestId' | 'studentId'>) {
  ctx.publish(`request:${requestId}`, { type: 'changed' })
  ctx.publish(`rings:${studentId}`, { type: 'changed' })
}

/** Notifies the pages of the asked expert, which watch the session topic once the expert accepts. */
export function publishOffer(ctx: Context, { id, expertId }: { id: SessionId; expertId: AccountId }): void {
  ctx.publish(`session:${id}`, { type: 'changed' })
  ctx.publish(`rings:${expertId}`, { type: 'changed' })
}

/** Job key. Each request has at most one planned step. */
export function continueKey(requestId: RequestId): string {
  return `continue request ${requestId}`
}
