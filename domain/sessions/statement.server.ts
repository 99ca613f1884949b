import type { Context } from '#domain/context.server.ts'
import type { LineSource, StatementLine, StatementPage } from '#domain/wallet/contract.ts'
import { selectOwnLines, type StatementOptions } from '#domain/wallet/statement.server.ts'
import type { SessionId } from '#kernel/ids.ts'
import { statementPageSize } from '#kernel/limits.ts'
import { paise } from '#kernel/money.ts'

/** Lists the actor's own statement, newest first, page by page. */
export async function listStatement(ctx: Context, options: StatementOptions = {}): Promise<StatementPage> {
  const lines = await selectLines(ctx, options)
    .limit(statementPageSize + 1)
    .execute()
  const page = lines.slice(0, statementPageSize).map(toLine)
  return { lines: page, next: lines.length > statementPageSize ? (page.at(-1)?.id ?? null) : null }
}

/** Lists the actor's own whole statement, for a file. */
export async function listWholeStatement(
  ctx: Context,
  options: Omit<StatementOptions, 'before'> = {},
): Promise<StatementLine[]> {
  return (await selectLines(ctx, options).execute()).map(toLine)
}

/** Adds the session of each line. A line of something else, such as a cancelled booking, has none. */
function selectLines(ctx: Context, options: StatementOptions) {
  return selectOwnLines(ctx, options)
    .leftJoin('help_sessions as session', 'session.id', 'operation.subject_id')
    .select('session.id as session_id')
}

type Row = {
  id: number
  amount_paise: number
  source: string
  description: string
  at: Date
  session_id: SessionId | null
}

function toLine({ amount_paise, source, session_id, ...line }: Row): StatementLine {
  return {
    ...line,
    amount: paise(amount_paise),
    source: source as LineSource,
    sessionId: session_id,
  }
}
