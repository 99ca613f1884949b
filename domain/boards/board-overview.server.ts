import { getBoardAccess } from '#domain/boards/board-access.server.ts'
import type { BoardOverview } from '#domain/boards/contract.ts'
import { describeDocument } from '#domain/boards/document-work.server.ts'
import { listChanges } from '#domain/boards/queries.server.ts'
import type { Context } from '#domain/context.server.ts'
import { allow } from '#domain/policy.ts'
import { describeBoardTimeoutMs } from '#kernel/limits.ts'

/** Returns an overview of a board that the actor may read. Null when the board is empty, or cannot be read in time. */
export async function findBoardOverview(ctx: Context, id: string): Promise<BoardOverview | null> {
  allow(ctx.actor, 'signedIn')
  const access = await getBoardAccess(ctx, id)
  const row = await ctx.db.selectFrom('boards').select('changed_at').where('id', '=', access.id).executeTakeFirst()
  if (!row) return null
  const { changes } = await listChanges(ctx, access.id)
  if (changes.length === 0) return null
  const overview = await describeDocument(changes, { for: 'people', timeoutMs: describeBoardTimeoutMs })
  if (!overview || (overview.elements === 0 && overview.code.trim() === '')) return null
  return { id: access.id, changedAt: row.changed_at, ...overview }
}
