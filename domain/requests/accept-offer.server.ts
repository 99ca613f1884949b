import type { Context } from '#domain/context.server.ts'
import { findCallee, findExpertIdOf } from '#domain/experts/queries.server.ts'
import { inTransaction } from '#domain/in-transaction.server.ts'
import { allow } from '#domain/policy.ts'
import { type OfferChoice, offerChoice } from '#domain/requests/contract.ts'
import { findOwnOffer, type OwnOffer } from '#domain/requests/offer-queries.server.ts'
import { offerMoreIfNoneOpen } from '#domain/requests/offer-to-more.server.ts'
import { closeOffers, endRings, lockRequest, markClosed } from '#domain/requests/request-rows.server.ts'
import { firstHold } from '#domain/requests/rules.ts'
import { beginOfferedSession } from '#domain/sessions/offered-session.server.ts'
import { refuseBlocked, refuseSuspended, refuseTooManyFreeCalls } from '#domain/sessions/student-request.server.ts'
import { asSystem, type CallContext } from '#domain/sessions/transition-session.server.ts'
import { moveHold } from '#domain/wallet/session-money.server.ts'
import type { AccountId } from '#kernel/ids.ts'
import { parse } from '#kernel/parse.ts'
import { Refusal } from '#kernel/refusals.ts'

/**
 * The expert accepts an offer. The first who accepts gets the session, which has the id of the offer and the expert's
 * own price. Returns false if this expert has no offer with the id, or has accepted it: it may be the id of a session.
 */
export async function acceptOffer(ctx: CallContext, input: OfferChoice): Promise<boolean> {
  allow(ctx.actor, 'approvedExpert')
  const { id: expertId } = ctx.actor
  const offer = await findOwnOffer(ctx, parse(offerChoice, input).id)
  if (!offer || offer.state === 'accepted') return false
  try {
    await inTransaction(ctx, (txCtx) => acceptInTransaction(txCtx, { ...offer, expertId }))
  } catch (error) {
    // The attempt is rolled back. The reason for the refusal remains, so the offer to this expert is withdrawn.
    if (error instanceof Refusal) await withdraw(ctx, offer)
    throw error
  }
  return true
}

/** Inserts the session before it locks offers, because a direct call does so in the same order. */
async function acceptInTransaction(ctx: CallContext, offer: OwnOffer & { expertId: AccountId }): Promise<void> {
  const { id, requestId, expertId } = offer
  const request = await lockRequest(ctx, requestId)
  const current = await findOwnOffer(ctx, id)
  if (request?.state === 'taken') throw new Refusal('offer_taken')
  if (request?.state !== 'open' || current?.state !== 'open' || current.ringUntil <= ctx.clock.now()) {
    throw new Refusal('offer_over')
  }
  const { studentId } = request
  const recordId = await findExpertIdOf(ctx, expertId)
  const callee = recordId && (await findCallee(ctx, recordId))
  if (!callee) throw new Refusal('no_such_expert')
  const { ratePaisePerMinute, sharePercent } = callee
  if (ratePaisePerMinute > request.maxRatePaisePerMinute) throw new Refusal('offer_over')
  await refuseUnlessStudentMayCall(ctx, { studentId, expertId })

  const amount = firstHold(request.heldPaise, ratePaisePerMinute)
  await markClosed(ctx, request, 'taken')
  const hasBegun = await beginOfferedSession(ctx, {
    ...request,
    id,
    expert: { accountId: expertId, expertId: callee.expertId },
    ratePaisePerMinute,
    sharePercent,
    heldPaise: amount,
    asked: await countAsked(ctx, offer),
    offeredAt: current.offeredAt,
    ringUntil: current.ringUntil,
  })
  if (!hasBegun) throw new Refusal('offer_over')
  await moveHold(asSystem(ctx), { requestId, sessionId: id, studentId, amount })
  await closeOffers(ctx, request, { state: 'accepted', ids: [id] })
  await endRings(ctx, request, 'taken')
}

/** The texts of these refusals are for the student. The expert must not learn the reason. */
async function refuseUnlessStudentMayCall(
  ctx: CallContext,
  { studentId, expertId }: { studentId: AccountId; expertId: AccountId },
): Promise<void> {
  try {
    await refuseSuspended(ctx, studentId)
    await refuseBlocked(ctx, studentId, expertId)
    await refuseTooManyFreeCalls(ctx, { studentId, expertId })
  } catch (error) {
    throw error instanceof Refusal ? new Refusal('offer_over') : error
  }
}

async function countAsked({ db }: Context, { requestId }: OwnOffer): Promise<number> {
  const offers = await db.selectFrom('offers').select('id').where('request_id', '=', requestId).execute()
  return offers.length
}

/** Does nothing when the request is closed. */
async function withdraw(ctx: CallContext, { id, requestId }: OwnOffer): Promise<void> {
  await inTransaction(asSystemCall(ctx), async (txCtx) => {
    const request = await lockRequest(txCtx, requestId)
    if (request?.state !== 'open') return
    await closeOffers(txCtx, request, { state: 'withdrawn', ids: [id] })
    await offerMoreIfNoneOpen(txCtx, request)
  })
}

function asSystemCall(ctx: CallContext): CallContext {
  return { ...asSystem(ctx), times: ctx.times }
}
