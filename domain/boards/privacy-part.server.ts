import { sql } from 'kysely'
import { readDocument } from '#domain/boards/document-work.server.ts'
import type { DocumentContent } from '#domain/boards/document-worker.server.ts'
import { forgetBoardAuthor } from '#domain/boards/forget-author.server.ts'
import { listUpdates } from '#domain/boards/merge-board.server.ts'
import type { Context } from '#domain/context.server.ts'
import type { PrivacyPart } from '#domain/privacy-part.server.ts'
import type { AccountId, BoardId } from '#kernel/ids.ts'
import { readBoardTimeoutMs } from '#kernel/limits.ts'

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
    const contents = []
    // Reads one board after the other, because each may have several megabytes.
    for (const board of boards) contents.push({ board, content: await readOwnContent(ctx, board.id, id) })
    return {
      boards: contents,
      board_pictures: await db
        .selectFrom('board_pictures')
        .select(['id', 'board_id', 'width', 'height', 'size_bytes', 'stored_at'])
        .select(sql<string>`'/board-pictures/' || id`.as('url'))
        .where('author_id', '=', id)
        .orderBy('stored_at')
        .execute(),
    }
  },
  forget: (ctx, id) => forgetBoardAuthor(ctx, id),
}

/** Returns the content that the person has drawn and written. The rest belongs to the other person. */
async function readOwnContent(ctx: Context, id: BoardId, authorId: AccountId): Promise<DocumentContent> {
  const updates = await listUpdates(ctx, id)
  const writers = await ctx.db
    .selectFrom('board_writers')
    .select('writer')
    .where('board_id', '=', id)
    .where('author_id', '=', authorId)
    .execute()
  const work = { updates: updates.map(({ data }) => data), writers: writers.map(({ writer }) => writer) }
  const empty = { elements: [], pads: [] }
  return updates.length === 0
    ? empty
    : ((await readDocument(work, { for: 'people', timeoutMs: readBoardTimeoutMs })) ?? empty)
}
