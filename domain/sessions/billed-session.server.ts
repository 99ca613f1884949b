import type { Context } from '#domain/context.server.ts'
import { roleInSession } from '#domain/sessions/transition-session.server.ts'
import type { Side } from '#domain/sessions/states.ts'
import { type AccountId, isUuid, type SessionId } from '#kernel/ids.ts'
import { type Paise, paise } from '#kernel/money.ts'
import { Refusal } from '#kernel/refusals.ts'

export type BilledSession = {
  id: SessionId
  studentId: AccountId
  expertId: AccountId
  endedAt: Date
  charged: Paise
}

/** Returns a billed session in which the actor is the given side. All others get `no_such_session`. */
export async function getBilledSession(ctx: Context, { id, side }: { id: string; side: Side }): Promise<BilledSession> {
  if (!isUuid<SessionId>(id)) throw new Refusal('no_such_session')
  const row = await ctx.db
    .selectFrom('help_sessions')
    .select(['student_id', 'expert_id', 'ended_at', 'charged_paise'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row || roleInSession(ctx.actor, row) !== side) throw new Refusal('no_such_session')
  if (!row.charged_paise || !row.ended_at) throw new Refusal('session_not_billed')
  return {
    id,
    studentId: row.student_id,
    expertId: row.expert_id,
    endedAt: row.ended_at,
    charged: paise(row.charged_paise),
  }
}
