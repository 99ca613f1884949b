import { sql } from 'kysely'
import type { Context } from '#domain/context.server.ts'
import { allow } from '#domain/policy.ts'
import { type SessionChoice, sessionChoice } from '#domain/sessions/contract.ts'
import { roleInSession } from '#domain/sessions/transition-session.server.ts'
import type { AccountId, SessionId } from '#kernel/ids.ts'
import { parse } from '#kernel/parse.ts'
import { Refusal } from '#kernel/refusals.ts'

/** Blocks or unblocks the other party of this session. A block works in both directions. */
export async function setBlocked(ctx: Context, input: SessionChoice & { blocked: boolean }): Promise<void> {
  allow(ctx.actor, 'signedIn')
  const { id } = parse(sessionChoice, input)
  const pair = { blocker_id: ctx.actor.id, blocked_id: await getOtherPartyId(ctx, id) }
  if (!input.blocked) {
    await ctx.db
      .deleteFrom('blocks')
      .where('blocker_id', '=', pair.blocker_id)
      .where('blocked_id', '=', pair.blocked_id)
      .execute()
    return
  }
  await ctx.db
    .insertInto('blocks')
    .values({ ...pair, created_at: ctx.clock.now() })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Returns the other party of the actor's own session. All others get `no_such_session`. */
export async function getOtherPartyId(ctx: Context, id: SessionId): Promise<AccountId> {
  const row = await ctx.db
    .selectFrom('help_sessions')
    .select(['student_id', 'expert_id'])
    .where('id', '=', id)
    .executeTakeFirst()
  const side = row && roleInSession(ctx.actor, row)
  if (!row || !side || side === 'system') throw new Refusal('no_such_session')
  return side === 'student' ? row.expert_id : row.student_id
}

/** Returns whether a person has blocked or reported the other party of a session. */
export async function findBlockAndReport(
  { db }: Context,
  { own, other, sessionId }: { own: AccountId; other: AccountId; sessionId: string },
): Promise<{ isBlocked: boolean; isReported: boolean }> {
  const { rows } = await sql<{ isBlocked: boolean; isReported: boolean }>`
    select
      exists (select from blocks where blocker_id = ${own} and blocked_id = ${other}) as "isBlocked",
      exists (select from reports where session_id = ${sessionId} and reporter_id = ${own}) as "isReported"`.execute(db)
  return rows[0] ?? { isBlocked: false, isReported: false }
}
