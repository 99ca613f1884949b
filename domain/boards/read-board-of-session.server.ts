import { writeAudit } from '#domain/audit/write-audit.server.ts'
import { type BoardForTeam, type BoardReading, boardReading } from '#domain/boards/contract.ts'
import { describeDocument } from '#domain/boards/document-work.server.ts'
import { listChanges } from '#domain/boards/queries.server.ts'
import type { Context } from '#domain/context.server.ts'
import { inTransaction } from '#domain/in-transaction.server.ts'
import { allow } from '#domain/policy.ts'
import { getSession } from '#domain/sessions/queries.server.ts'
import { boardId } from '#kernel/ids.ts'
import { readBoardTimeoutMs } from '#kernel/limits.ts'
import { parse } from '#kernel/parse.ts'
import { Refusal } from '#kernel/refusals.ts'

/**
 * Returns the board of a session to the team. Writes the audit line with the reason first. Refuses a board that a browser
 * could not read in time either.
 */
export async function readBoardOfSession(ctx: Context, input: BoardReading): Promise<BoardForTeam> {
  allow(ctx.actor, 'supportPeople')
  const { id, why } = parse(boardReading, input)
  if (why === '') throw new Refusal('why_missing')
  const { last, changes } = await inTransaction(ctx, async (txCtx) => {
    await getSession(txCtx, id)
    await writeAudit(txCtx, { act: 'board read', on: { thing: 'session', id }, why })
    return listChanges(txCtx, boardId.parse(id))
  })
  const overview = await describeDocument(changes, { for: 'people', timeoutMs: readBoardTimeoutMs })
  if (!overview) throw new Refusal('board_unreadable')
  const { elements, code, language } = overview
  return { last, changes, elements, code, language }
}
