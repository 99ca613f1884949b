import { inTransaction } from '#domain/in-transaction.server.ts'
import { allow } from '#domain/policy.ts'
import { offerMoreIfNoneOpen } from '#domain/requests/offer-to-more.server.ts'
import { endOfferRing, lockRequest, publishRequest } from '#domain/requests/request-rows.server.ts'
import type { CallContext } from '#domain/sessions/transition-session.server.ts'
import type { SessionId } from '#kernel/ids.ts'

/**
 * Runs as a job after the database has withdrawn an offer, because its expert got a direct call or was suspended: stops
 * the ring, and asks more experts if no other offer rings.
 */
export async function announceWithdrawnOffer(ctx: CallContext, { offerId }: { offerId: SessionId }): Promise<void> {
  allow(ctx.actor, 'system')
  await inTransaction(ctx, async (txCtx) => {
    const offer = await txCtx.db
      .selectFrom('offers')
      .select(['request_id', 'expert_id'])
      .where('id', '=', offerId)
      .where('state', '=', 'withdrawn')
      .executeTakeFirst()
    if (!offer) return
    const request = await lockRequest(txCtx, offer.request_id)
    await endOfferRing(txCtx, { id: offerId, expertId: offer.expert_id })
    if (request?.state !== 'open') return
    publishRequest(txCtx, request)
    await offerMoreIfNoneOpen(txCtx, request)
  })
}
