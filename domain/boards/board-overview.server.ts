import * as Y from 'yjs'
import { getBoardAccess } from '#domain/boards/board-access.server.ts'
import type { BoardOverview } from '#domain/boards/contract.ts'
import { mergeChanges } from '#domain/boards/queries.server.ts'
import type { Context } from '#domain/context.server.ts'
import { allow } from '#domain/policy.ts'
import { boardOverviewTextsMax } from '#kernel/limits.ts'

/** Returns what is on a board that the actor may read. Null when nothing is. */
export async function findBoardOverview(ctx: Context, id: string): Promise<BoardOverview | null> {
  allow(ctx.actor, 'signedIn')
  const access = await getBoardAccess(ctx, id)
  const row = await ctx.db.selectFrom('boards').select('changed_at').where('id', '=', access.id).executeTakeFirst()
  if (!row) return null
  const { data } = await mergeChanges(ctx, access.id)
  if (!data) return null
  const board = new Y.Doc()
  Y.applyUpdate(board, data)
  const elements = [...board.getMap<unknown>('elements').values()]
  const code = board.getText('code').toString()
  if (elements.length === 0 && code.trim() === '') return null
  return {
    id: access.id,
    changedAt: row.changed_at,
    pages: Math.max(1, board.getMap('pages').size),
    elements: elements.length,
    texts: [...new Set(elements.flatMap(readText))].slice(0, boardOverviewTextsMax),
    code,
  }
}

function readText(element: unknown): string[] {
  if (!(element instanceof Y.Map)) return []
  const text: unknown = element.get('text')
  const written = typeof text === 'string' || text instanceof Y.Text ? text.toString().trim() : ''
  return written === '' ? [] : [written]
}
