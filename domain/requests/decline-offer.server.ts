import { inTransaction } from '#domain/in-transaction.server.ts'
import { allow } from '#domain/policy.ts'
import { type OfferChoice, offerChoice } from '#domain/requests/contract.ts'
import { findOwnOffer } from '#domain/requests/offer-queries.server.ts'
import { offerMoreIfNoneOpen } from '#domain/requests/offer-to-more.server.ts'
import { closeOffers, lockRequest, publishRequest } from '#domain/requests/request-rows.server.ts'
import type { CallContext } from '#domain/sessions/transition-session.server.ts'
import { parse } from '#kernel/parse.ts'
import { Refusal } from '#kernel/refusals.ts'

/**
 * The expert declines an offer, at no cost. If no other offer rings, more experts are asked immediately. Returns false
 * if this expert has no offer with the id, or has accepted it.
 */
export async function declineOffer(ctx: CallContext, input: OfferChoice): Promise<boolean> {
  allow(ctx.actor, 'expert')
  const offer = await findOwnOffer(ctx, parse(offerChoice, input).id)
  if (!offer || offer.state === 'accepted') return false
  await inTransaction(ctx, async (txCtx) => {
    const request = await lockRequest(txCtx, offer.requestId)
    const current = await findOwnOffer(txCtx, offer.id)
    if (!request || request.state !== 'open' || current?.state !== 'open') throw new Refusal('offer_over')
    await closeOffers(txCtx, request, { state: 'declined', ids: [offer.id] })
    publishRequest(txCtx, request)
    await offerMoreIfNoneOpen(txCtx, request)
  })
  return true
}
