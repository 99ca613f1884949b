import { sql } from 'kysely'
import type { Context } from '#domain/context.server.ts'
import { readQuestionFile, type StoredFile } from '#domain/files/queries.server.ts'
import type { FilesContext } from '#domain/files/remove-question-files.server.ts'
import { isPerson } from '#domain/policy.ts'
import type { OfferState } from '#domain/requests/states.ts'
import type { Ring } from '#domain/sessions/contract.ts'
import type { CallContext } from '#domain/sessions/transition-session.server.ts'
import type { SessionState } from '#domain/sessions/states.ts'
import { type AccountId, isUuid, type RequestId, type SessionId } from '#kernel/ids.ts'
import { offerOutcomeMs } from '#kernel/limits.ts'
import { paise } from '#kernel/money.ts'

export type OwnOffer = { id: SessionId; requestId: RequestId; state: OfferState; offeredAt: Date; ringUntil: Date }

/** An offer to the actor; null for all others. */
export async function findOwnOffer({ db, actor }: Context, id: string): Promise<OwnOffer | null> {
  if (!isPerson(actor) || !isUuid<SessionId>(id)) return null
  const row = await db
    .selectFrom('offers')
    .select(['id', 'request_id as requestId', 'state', 'offered_at as offeredAt', 'ring_until as ringUntil'])
    .where('id', '=', id)
    .where('expert_id', '=', actor.id)
    .executeTakeFirst()
  return row ?? null
}

/** The file of the question, while the offer is open. */
export async function findOfferFile(ctx: FilesContext, id: string): Promise<StoredFile | null> {
  if (!isPerson(ctx.actor) || !isUuid<SessionId>(id)) return null
  const row = await ctx.db
    .selectFrom('offers')
    .innerJoin('requests', 'requests.id', 'request_id')
    .select('file_key')
    .where('offers.id', '=', id)
    .where('expert_id', '=', ctx.actor.id)
    .where('offers.state', '=', 'open')
    .executeTakeFirst()
  return row?.file_key ? readQuestionFile(ctx, row.file_key) : null
}

export type OfferRing = Ring & { asked: number }
type OfferRow = {
  id: SessionId
  state: OfferState
  callType: Ring['callType']
  studentName: string
  studentPhotoUrl: string | null
  expertName: string
  expertPhotoUrl: string | null
  expertId: string
  question: string | null
  fileName: string | null
  rate: number
  sharePercent: number
  ringUntil: Date
  asked: number
}

/**
 * The open offer to this expert, or the outcome of the last one for a short time. Only an open offer contains the
 * question.
 */
export async function findOffer(
  ctx: Context,
  where: { expertId: AccountId } | { id: SessionId },
): Promise<{ ring: OfferRing | null; state: OfferState; offer: OfferRow } | null> {
  const since = new Date(ctx.clock.now().getTime() - offerOutcomeMs)
  const condition =
    'id' in where
      ? sql`o.id = ${where.id} and o.state <> 'accepted'`
      : sql`o.expert_id = ${where.expertId} and (o.state = 'open' or o.closed_at > ${since} and o.state <> 'accepted')`
  const { rows } = await sql<OfferRow>`
    select o.id, o.state, r.call_type as "callType", student.full_name as "studentName",
      student.avatar_url as "studentPhotoUrl", expert.full_name as "expertName",
      coalesce(e.profile_photo, expert.avatar_url) as "expertPhotoUrl", e.id as "expertId",
      case when o.state = 'open' then r.question end as question,
      case when o.state = 'open' then r.file_name end as "fileName",
      e.rate_paise_per_minute as rate, e.share_percent as "sharePercent", o.ring_until as "ringUntil",
      (select count(*)::integer from offers where request_id = r.id) as asked
    from offers o
    join requests r on r.id = o.request_id
    join profiles student on student.id = r.student_id
    join profiles expert on expert.id = o.expert_id
    join experts e on e.user_id = o.expert_id
    where ${condition}
    order by o.state = 'open' desc, o.offered_at desc limit 1`.execute(ctx.db)
  const [offer] = rows
  if (!offer) return null
  const { id, callType, studentName, studentPhotoUrl, question, fileName, rate, sharePercent, asked } = offer
  const ringLeftMs = Math.max(0, offer.ringUntil.getTime() - ctx.clock.now().getTime())
  const isRinging = offer.state === 'open' && ringLeftMs > 0
  const ring = {
    sessionId: id,
    studentName,
    studentPhotoUrl,
    callType,
    question,
    fileName,
    ratePaisePerMinute: paise(rate),
    sharePercent,
    ringLeftMs,
    asked,
  }
  return { ring: isRinging ? ring : null, state: offer.state, offer }
}

/**
 * The payload of a session topic before the session exists. The page of an expert who accepts an offer watches the
 * topic from the start.
 */
export async function findOfferState(ctx: CallContext, id: SessionId) {
  const found = await findOffer(ctx, { id })
  if (!found) return null
  const { ring, state, offer } = found
  return {
    state: (ring ? 'ringing' : state === 'missed' ? 'missed' : 'cancelled') satisfies SessionState,
    callType: offer.callType,
    studentName: offer.studentName,
    expertName: offer.expertName,
    studentPhotoUrl: offer.studentPhotoUrl,
    expertPhotoUrl: offer.expertPhotoUrl,
    expertId: offer.expertId,
    question: offer.question,
    fileName: offer.fileName,
    ratePaisePerMinute: paise(offer.rate),
    sharePercent: offer.sharePercent,
    minuteMs: ctx.times.minuteMs,
    liveMs: 0,
    heldMinutes: 0,
    endReason: state === 'taken' ? 'offer_taken' : null,
    declineReason: null,
    billedMinutes: null,
    chargedPaise: null,
    ringLeftMs: ring?.ringLeftMs ?? 0,
    endsAt: null,
    leastPaise: paise(0),
    booked: null,
  }
}
