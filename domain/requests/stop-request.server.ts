import type { Context } from '#domain/context.server.ts'
import { inTransaction } from '#domain/in-transaction.server.ts'
import { allow } from '#domain/policy.ts'
import { type RequestChoice, requestChoice } from '#domain/requests/contract.ts'
import { closeRequest, lockRequest } from '#domain/requests/request-rows.server.ts'
import type { AccountId } from '#kernel/ids.ts'
import { parse } from '#kernel/parse.ts'
import { Refusal } from '#kernel/refusals.ts'

/** The student stops the request. All rings stop, and the whole hold returns. */
export async function stopRequest(ctx: Context, input: RequestChoice): Promise<void> {
  allow(ctx.actor, 'student')
  const { id: studentId } = ctx.actor
  const { id } = parse(requestChoice, input)
  await inTransaction(ctx, async (txCtx) => {
    const request = await lockRequest(txCtx, id, { ofStudent: studentId })
    if (!request) throw new Refusal('no_such_request')
    // Stopping twice has the effect of stopping once.
    if (request.state === 'stopped') return
    if (request.state !== 'open') throw new Refusal('request_moved_on')
    await closeRequest(txCtx, request, { state: 'stopped', offers: 'stopped' })
  })
}

/** Ends the open request of a student who is being suspended, in that transaction. */
export async function endRequestOfSuspended(ctx: Context, studentId: AccountId): Promise<void> {
  allow(ctx.actor, 'supportPeopleOrSystem')
  const open = await ctx.db
    .selectFrom('requests')
    .select('id')
    .where('student_id', '=', studentId)
    .where('state', '=', 'open')
    .executeTakeFirst()
  const request = open && (await lockRequest(ctx, open.id))
  if (request?.state === 'open') await closeRequest(ctx, request, { state: 'ended', offers: 'stopped' })
}
