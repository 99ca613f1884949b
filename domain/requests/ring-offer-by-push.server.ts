import { sql } from 'kysely'
import type { Context } from '#domain/context.server.ts'
import type { PushMessage } from '#domain/notifications/contract.ts'
import { endRingPush, pushRing } from '#domain/notifications/push-ring.server.ts'
import type { PushContext } from '#domain/notifications/subscribe-push.server.ts'
import { allow } from '#domain/policy.ts'
import type { OfferState } from '#domain/requests/states.ts'
import type { CallType } from '#domain/sessions/contract.ts'
import type { AccountId, SessionId } from '#kernel/ids.ts'

/** Runs as a job: an offer rings in every browser of the expert, even without an open page. */
export async function ringOfferByPush(ctx: PushContext, { offerId }: { offerId: SessionId }): Promise<void> {
  allow(ctx.actor, 'system')
  const offer = await findOfferRow(ctx, offerId)
  if (offer?.state !== 'open' || offer.ringUntil <= ctx.clock.now()) return
  await pushRing(ctx, {
    sessionId: offerId,
    expertId: offer.expertId,
    ringUntil: offer.ringUntil,
    title: `${offer.studentName} is looking for an expert`,
    body: `${offer.callType === 'video' ? 'Video call' : 'Audio call'}. The first expert to accept gets it.`,
  })
}

type ClosedOffer = { offerId: SessionId; exceptSignInId: string | null }

/** Runs as a job: replaces the ring with a silent notification of the result, except in the browser that answered. */
export async function closeOfferPush(ctx: PushContext, { offerId, exceptSignInId }: ClosedOffer): Promise<void> {
  allow(ctx.actor, 'system')
  const offer = await findOfferRow(ctx, offerId)
  if (!offer || offer.state === 'open') return
  await endRingPush(ctx, {
    sessionId: offerId,
    expertId: offer.expertId,
    exceptSignInId,
    href: offer.state === 'accepted' ? `/expert/sessions/${offerId}` : '/expert/profile',
    ...outcomeText(offer.state, offer.studentName),
  })
}

function outcomeText(state: OfferState, studentName: string): Pick<PushMessage, 'title' | 'body'> {
  if (state === 'accepted') {
    return { title: `You answered ${studentName}`, body: 'The call is open on another device or tab.' }
  }
  if (state === 'taken') return { title: 'Another expert was first', body: `${studentName} has found an expert.` }
  if (state === 'withdrawn') {
    return { title: `You can no longer answer ${studentName}`, body: 'Other experts are asked instead.' }
  }
  if (state === 'declined') return { title: 'Declined', body: 'Other experts are asked instead.' }
  return { title: `${studentName} is no longer looking`, body: 'This does not count as a missed call.' }
}

type OfferRow = {
  state: OfferState
  expertId: AccountId
  ringUntil: Date
  callType: CallType
  studentName: string
}

async function findOfferRow({ db }: Context, id: SessionId): Promise<OfferRow | undefined> {
  const { rows } = await sql<OfferRow>`
    select o.state, o.expert_id as "expertId", o.ring_until as "ringUntil", r.call_type as "callType",
      p.full_name as "studentName"
    from offers o join requests r on r.id = o.request_id join profiles p on p.id = r.student_id
    where o.id = ${id}`.execute(db)
  return rows[0]
}
