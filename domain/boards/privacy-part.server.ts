import * as Y from 'yjs'
import { forgetBoardAuthor } from '#domain/boards/forget-author.server.ts'
import { mergeChanges } from '#domain/boards/queries.server.ts'
import type { Context } from '#domain/context.server.ts'
import type { PrivacyPart } from '#domain/privacy-part.server.ts'
import type { AccountId, BoardId } from '#kernel/ids.ts'

export const boardsPart: PrivacyPart = {
  async collect(ctx, id) {
    const { db } = ctx
    const boards = await db
      .selectFrom('boards')
      .leftJoin('help_sessions', 'help_sessions.id', 'boards.session_id')
      .select(['boards.id', 'session_id', 'name', 'boards.created_at', 'changed_at'])
      .where(({ or, eb }) => or([eb('owner_id', '=', id), eb('student_id', '=', id), eb('expert_id', '=', id)]))
      .orderBy('boards.created_at')
      .execute()
    return {
      boards: await Promise.all(
        boards.map(async (board) => ({ board, content: await readOwnContent(ctx, board.id, id) })),
      ),
      board_pictures: await db
        .selectFrom('board_pictures')
        .select(['id', 'board_id', 'width', 'height', 'size_bytes', 'stored_at'])
        .where('author_id', '=', id)
        .orderBy('stored_at')
        .execute(),
    }
  },
  forget: forgetBoardAuthor,
}

/** What the person has drawn and written. The rest belongs to the other person. */
async function readOwnContent(ctx: Context, id: BoardId, authorId: AccountId) {
  const { data } = await mergeChanges(ctx, id)
  if (!data) return { elements: [], pads: [] }
  const writers = await ctx.db
    .selectFrom('board_writers')
    .select('writer')
    .where('board_id', '=', id)
    .where('author_id', '=', authorId)
    .execute()
  const board = new Y.Doc()
  Y.applyUpdate(board, data)
  const elements = board.getMap<Y.Map<unknown>>('elements')
  const own = writers.flatMap(({ writer }) => board.store.clients.get(writer) ?? []).flatMap(toElement)
  return {
    elements: own.filter(({ parent }) => parent === elements).map((element) => element.toJSON() as unknown),
    pads: [...board.getMap<Y.Map<unknown>>('pads').values()].map((pad) => pad.toJSON()),
  }
}

function toElement(struct: Y.Item | Y.GC): Y.Map<unknown>[] {
  if (!(struct instanceof Y.Item) || struct.deleted || !(struct.content instanceof Y.ContentType)) return []
  const { type } = struct.content
  return type instanceof Y.Map ? [type] : []
}
