import { sql } from 'kysely'
import type { Context } from '#domain/context.server.ts'
import { allow, isPerson } from '#domain/policy.ts'
import type { OpenRequest, RequestView } from '#domain/requests/contract.ts'
import { findOffer, type OfferRing } from '#domain/requests/offer-queries.server.ts'
import type { OfferState } from '#domain/requests/states.ts'
import type { OpenSession, Ring } from '#domain/sessions/contract.ts'
import { findRing } from '#domain/sessions/queries.server.ts'
import { type AccountId, isUuid, type RequestId, type SessionId } from '#kernel/ids.ts'
import { paise } from '#kernel/money.ts'
import { Refusal } from '#kernel/refusals.ts'

/** The current state of the actor's own request. All others get `no_such_request`. */
export async function getOwnRequest(ctx: Context, id: string): Promise<RequestView> {
  allow(ctx.actor, 'student')
  const view = await findOwnRequest(ctx, id)
  if (!view) throw new Refusal('no_such_request')
  return view
}

/** Null for everybody except the student of the request. */
export async function findOwnRequest(ctx: Context, id: string): Promise<RequestView | null> {
  return isUuid<RequestId>(id) && (await isOwnRequest(ctx, id)) ? findRequestState(ctx, id) : null
}

export async function isOwnRequest({ db, actor }: Context, id: string): Promise<boolean> {
  if (!isPerson(actor) || !isUuid<RequestId>(id)) return false
  const row = await db
    .selectFrom('requests')
    .select('id')
    .where('id', '=', id)
    .where('student_id', '=', actor.id)
    .executeTakeFirst()
  return row !== undefined
}

type Row = Omit<RequestView, 'file' | 'leftMs' | 'maxRatePaisePerMinute' | 'session'> & {
  fileKey: string | null
  fileName: string | null
  fileType: string | null
  maxRate: number
  openUntil: Date
  sessionId: SessionId | null
  expertName: string | null
}

/** The payload of a request topic; null when the request does not exist. Callers check who may see it. */
export async function findRequestState(ctx: Context, id: RequestId): Promise<RequestView | null> {
  const { rows } = await sql<Row>`
    select r.state, r.call_type as "callType", r.question, r.file_key as "fileKey", r.file_name as "fileName",
      r.file_type as "fileType", r.language, r.max_rate_paise_per_minute as "maxRate", r.open_until as "openUntil",
      count(o.id)::integer as asked,
      count(o.id) filter (where o.state = 'declined')::integer as declined,
      count(o.id) filter (where o.state = 'open')::integer as ringing,
      accepted.id as "sessionId", expert.full_name as "expertName",
      exists (select from request_alerts a where a.request_id = r.id) as "hasAlert"
    from requests r
    left join offers o on o.request_id = r.id
    left join offers accepted on accepted.request_id = r.id and accepted.state = 'accepted'
    left join profiles expert on expert.id = accepted.expert_id
    where r.id = ${id}
    group by r.id, accepted.id, expert.full_name`.execute(ctx.db)
  const [row] = rows
  if (!row) return null
  const { fileKey, fileName, fileType, maxRate, openUntil, sessionId, expertName, ...view } = row
  return {
    ...view,
    file: fileKey && fileName && fileType ? { key: fileKey, name: fileName, type: fileType } : null,
    maxRatePaisePerMinute: paise(maxRate),
    leftMs: view.state === 'open' ? Math.max(0, openUntil.getTime() - ctx.clock.now().getTime()) : 0,
    session: sessionId && expertName ? { id: sessionId, expertName } : null,
  }
}

/** Shown on every page of a person: a ring, the open session, the open request, or the outcome of the last offer. */
type Activity = {
  ring: Ring | OfferRing | null
  open: OpenSession | null
  request?: OpenRequest
  endedOffer?: { sessionId: SessionId; state: OfferState; studentName: string }
}

export async function findActivity(ctx: Context, accountId: AccountId): Promise<Activity> {
  const activity = await findRing(ctx, accountId)
  if (activity.open) return activity
  const found = await findOffer(ctx, { expertId: accountId })
  if (found?.ring) {
    const { sessionId, callType, studentName } = found.ring
    // As for a direct call, so that pages of the previous version ring, too.
    const open: OpenSession = { sessionId, side: 'expert', state: 'ringing', callType, otherName: studentName }
    return { ring: found.ring, open }
  }
  if (found) {
    const { id, studentName } = found.offer
    return { ...activity, endedOffer: { sessionId: id, state: found.state, studentName } }
  }
  const request = await findOpenRequest(ctx, accountId)
  return request ? { ...activity, request } : activity
}

async function findOpenRequest({ db }: Context, studentId: AccountId): Promise<OpenRequest | null> {
  const row = await db
    .selectFrom('requests')
    .select('id')
    .where('student_id', '=', studentId)
    .where('state', '=', 'open')
    .executeTakeFirst()
  return row ? { requestId: row.id } : null
}
