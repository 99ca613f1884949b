import { sql } from 'kysely'
import type { Context } from '#domain/context.server.ts'
import { inTransaction } from '#domain/in-transaction.server.ts'
import { allow } from '#domain/policy.ts'
import { offerToMore } from '#domain/requests/offer-to-more.server.ts'
import { closeOffers, closeRequest, lockRequest, type LockedRequest } from '#domain/requests/request-rows.server.ts'
import type { CallContext } from '#domain/sessions/transition-session.server.ts'
import type { RequestId, SessionId } from '#kernel/ids.ts'

/** Runs as a job every few seconds: ends offers that were not answered, and asks more experts or ends the request. */
export async function continueRequest(ctx: CallContext, { requestId }: { requestId: RequestId }): Promise<void> {
  allow(ctx.actor, 'system')
  await inTransaction(ctx, async (txCtx) => {
    const request = await lockRequest(txCtx, requestId)
    const now = ctx.clock.now()
    if (request?.state !== 'open' || request.nextAt > now) return
    if (request.openUntil <= now) return closeRequest(txCtx, request, { state: 'unanswered', offers: 'missed' })
    await closeOffers(txCtx, request, { state: 'missed', ids: await listUnanswered(txCtx, request) })
    await closeOffers(txCtx, request, { state: 'withdrawn', ids: await listBusy(txCtx, request) })
    await offerToMore(txCtx, request)
  })
}

/** Continues requests whose job was lost or whose process was killed. A request that fails does not stop the others. */
export async function sweepRequests(ctx: CallContext): Promise<void> {
  allow(ctx.actor, 'system')
  const due = await ctx.db
    .selectFrom('requests')
    .select('id')
    .where('state', '=', 'open')
    .where('next_at', '<=', ctx.clock.now())
    .orderBy('next_at')
    .limit(100)
    .execute()
  const failures: unknown[] = []
  for (const { id } of due) {
    await continueRequest(ctx, { requestId: id }).catch((error: unknown) => failures.push(error))
  }
  if (failures.length > 0) throw new AggregateError(failures, 'some requests could not be continued')
}

async function listUnanswered(ctx: Context, { requestId }: LockedRequest): Promise<SessionId[]> {
  const rows = await ctx.db
    .selectFrom('offers')
    .select('id')
    .where('request_id', '=', requestId)
    .where('state', '=', 'open')
    .where('ring_until', '<=', ctx.clock.now())
    .execute()
  return rows.map(({ id }) => id)
}

/** Lists offers to experts who are busy. A direct call at the same moment may not have seen the offer. */
async function listBusy({ db }: Context, { requestId }: LockedRequest): Promise<SessionId[]> {
  const { rows } = await sql<{ id: SessionId }>`
    select offers.id from offers join listings on user_id = offers.expert_id
    where request_id = ${requestId} and state = 'open' and busy`.execute(db)
  return rows.map(({ id }) => id)
}
