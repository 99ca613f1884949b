import { publishTeamQueuesChanged } from '#domain/audit/publish-team-queues-changed.server.ts'
import type { Context } from '#domain/context.server.ts'
import { allow } from '#domain/policy.ts'
import { getOtherPartyId } from '#domain/sessions/block-person.server.ts'
import { type Report, report } from '#domain/sessions/contract.ts'
import { parse } from '#kernel/parse.ts'

/** Reports the other party of a session to the team, once per session. */
export async function reportPerson(ctx: Context, input: Report): Promise<void> {
  allow(ctx.actor, 'signedIn')
  const { id, sessionId, text } = parse(report, input)
  await ctx.db
    .insertInto('reports')
    .values({
      id,
      session_id: sessionId,
      reporter_id: ctx.actor.id,
      reported_id: await getOtherPartyId(ctx, sessionId),
      words: text,
      created_at: ctx.clock.now(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  publishTeamQueuesChanged(ctx)
}
