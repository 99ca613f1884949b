import { allow } from '#domain/policy.ts'
import { type SessionChoice, sessionChoice } from '#domain/sessions/contract.ts'
import { type CallContext, transitionSession } from '#domain/sessions/transition-session.server.ts'
import { parse } from '#kernel/parse.ts'
import { enqueue } from '#platform/jobs/port.ts'

/** The expert accepts the call. Both browsers then have `connectMs` to connect. */
export async function acceptSession(ctx: CallContext, input: SessionChoice): Promise<void> {
  allow(ctx.actor, 'approvedExpert')
  const { id } = parse(sessionChoice, input)
  const now = ctx.clock.now()
  const connectUntil = new Date(now.getTime() + ctx.times.connectMs)
  await transitionSession(ctx, {
    id,
    transition: 'accept',
    what: 'answered',
    change: { answered_at: now, connect_until: connectUntil },
    async alsoInTransaction({ db }) {
      await enqueue(db, 'expire_session', { sessionId: id }, { runAt: connectUntil })
      const { continues_id: earlier } = await db
        .selectFrom('help_sessions')
        .select('continues_id')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      if (earlier) await enqueue(db, 'continue_board', { sessionId: id }, { key: `continue ${id}` })
    },
  })
}
