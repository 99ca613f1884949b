import { sql } from 'kysely'
import type { SessionBoard, SessionBoardPage } from '#domain/boards/contract.ts'
import type { Context } from '#domain/context.server.ts'
import { allow } from '#domain/policy.ts'
import { isUuid, type SessionId } from '#kernel/ids.ts'
import { boardsPageSize } from '#kernel/limits.ts'

/** Lists the boards of the actor's own sessions, the newest session first, page by page. */
export async function listSessionBoards(
  ctx: Context,
  { before }: { before?: string | undefined } = {},
): Promise<SessionBoardPage> {
  allow(ctx.actor, 'signedIn')
  const { id, role } = ctx.actor
  const [own, other] =
    role === 'expert' ? (['expert_id', 'student_id'] as const) : (['student_id', 'expert_id'] as const)
  const rows = await ctx.db
    .selectFrom('help_sessions')
    .innerJoin('boards', 'boards.session_id', 'help_sessions.id')
    .innerJoin('profiles', 'profiles.id', `help_sessions.${other}`)
    .select(['help_sessions.id as sessionId', 'question', 'full_name as otherName', 'changed_at as changedAt'])
    .where(`help_sessions.${own}`, '=', id)
    .where('boards.last', '>', 0)
    .$if(isUuid<SessionId>(before), (query) =>
      query.where(
        sql<boolean>`(asked_at, help_sessions.id) < (
          select asked_at, id from help_sessions where id = ${before} and ${sql.ref(own)} = ${id})`,
      ),
    )
    .orderBy('asked_at', 'desc')
    .orderBy('help_sessions.id', 'desc')
    .limit(boardsPageSize + 1)
    .execute()
  const boards: SessionBoard[] = rows.slice(0, boardsPageSize)
  return { boards, next: rows.length > boardsPageSize ? (boards.at(-1)?.sessionId ?? null) : null }
}
