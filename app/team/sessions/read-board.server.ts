import type { ReadBoard } from '#app/team/sessions/private-board.tsx'
import type { Context } from '#domain/context.server.ts'
import { readBoardOfSession } from '#domain/boards/read-board-of-session.server.ts'
import type { BoardReading } from '#domain/boards/contract.ts'

/** Reads a board for a page of the team. The audit log records the reason. */
export async function readBoard(context: Context, input: BoardReading): Promise<ReadBoard> {
  const { changes, elements, code, language } = await readBoardOfSession(context, input)
  return { changes: changes.map((change) => Buffer.from(change).toString('base64')), elements, code, language }
}
