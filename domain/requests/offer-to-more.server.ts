import { sql } from 'kysely'
import { hasBrowsers } from '#domain/notifications/send-push.server.ts'
import { matchExperts } from '#domain/requests/match-experts.server.ts'
import {
  closeRequest,
  continueKey,
  type LockedRequest,
  publishOffer,
  publishRequest,
} from '#domain/requests/request-rows.server.ts'
import type { CallContext } from '#domain/sessions/transition-session.server.ts'
import { firstOffersMax, laterOffersMax, offersOfRequestMax, offerWaveMs } from '#kernel/limits.ts'
import { enqueue } from '#platform/jobs/port.ts'

/**
 * Asks the next experts and plans the next step. Closes the request if no offer is open and no other expert fits. Runs
 * inside the transaction that has locked the request.
 */
export async function offerToMore(ctx: CallContext, request: LockedRequest): Promise<void> {
  const { requestId } = request
  const before = await countOffers(ctx, request)
  const limit = Math.min(before.all === 0 ? firstOffersMax : laterOffersMax, offersOfRequestMax - before.all)
  const offered = limit > 0 ? await insertOffers(ctx, request, limit) : 0
  if (before.open + offered === 0) return closeRequest(ctx, request, { state: 'unanswered', offers: 'missed' })
  const nextAt = new Date(Math.min(ctx.clock.now().getTime() + offerWaveMs, request.openUntil.getTime()))
  await ctx.db.updateTable('requests').set({ next_at: nextAt }).where('id', '=', requestId).execute()
  await enqueue(ctx.db, 'continue_request', { requestId }, { key: continueKey(requestId), runAt: nextAt })
  publishRequest(ctx, request)
}

/** Asks the next experts immediately if no offer of the request is open. */
export async function offerMoreIfNoneOpen(ctx: CallContext, request: LockedRequest): Promise<void> {
  const { open } = await countOffers(ctx, request)
  if (open === 0) await offerToMore(ctx, request)
}

async function countOffers({ db }: CallContext, { requestId }: LockedRequest): Promise<{ all: number; open: number }> {
  const { rows } = await sql<{ all: number; open: number }>`
    select count(*)::integer as all, count(*) filter (where state = 'open')::integer as open
    from offers where request_id = ${requestId}`.execute(db)
  return rows[0] ?? { all: 0, open: 0 }
}

/** Returns the number of experts who are asked now. Skips experts whom another request asks at the same moment. */
async function insertOffers(ctx: CallContext, request: LockedRequest, limit: number): Promise<number> {
  const matches = await matchExperts(ctx, request, { limit, availability: 'offer' })
  if (matches.length === 0) return 0
  const now = ctx.clock.now()
  const ringUntil = new Date(Math.min(now.getTime() + ctx.times.ringMs, request.openUntil.getTime()))
  const offers = await ctx.db
    .insertInto('offers')
    .values(
      // Sorted, to avoid a deadlock between two requests that ask the same experts.
      matches
        .map(({ accountId }) => accountId)
        .toSorted()
        .map((expertId) => ({
          request_id: request.requestId,
          expert_id: expertId,
          offered_at: now,
          ring_until: ringUntil,
        })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning(['id', 'expert_id'])
    .execute()
  for (const { id, expert_id } of offers) {
    publishOffer(ctx, { id, expertId: expert_id })
    if (await hasBrowsers(ctx, expert_id)) await enqueue(ctx.db, 'ring_offer_by_push', { offerId: id })
  }
  return offers.length
}
