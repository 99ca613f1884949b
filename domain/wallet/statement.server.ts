import type { Context } from '#domain/context.server.ts'
import { allow, isPerson } from '#domain/policy.ts'
import type { LineSource, StatementLine, StatementPage } from '#domain/wallet/contract.ts'
import type { SessionId } from '#kernel/ids.ts'
import { statementPageSize } from '#kernel/limits.ts'
import { paise } from '#kernel/money.ts'

type Asked = {
  source?: LineSource | undefined
  /** The lines before this one, as `next` of the page before said. */
  before?: number | undefined
}

/** One's own statement, newest first, page by page. */
export async function listStatement(ctx: Context, asked: Asked = {}): Promise<StatementPage> {
  const lines = await ownLines(ctx, asked)
    .limit(statementPageSize + 1)
    .execute()
  const page = lines.slice(0, statementPageSize).map(toLine)
  return { lines: page, next: lines.length > statementPageSize ? (page.at(-1)?.id ?? null) : null }
}

/** The whole of one's own statement, for a file. */
export async function listWholeStatement(
  ctx: Context,
  asked: Omit<Asked, 'before'> = {},
): Promise<StatementLine[]> {
  return (await ownLines(ctx, asked).execute()).map(toLine)
}

function ownLines(ctx: Context, { source, before }: Asked) {
  allow(ctx.actor, 'signedIn')
  const ownerId = isPerson(ctx.actor) ? ctx.actor.id : ''
  return ctx.db
    .selectFrom('ledger_lines as line')
    .innerJoin('ledger_accounts as account', 'account.id', 'line.account_id')
    .innerJoin('ledger_operations as operation', 'operation.id', 'line.operation_id')
    .leftJoin('help_sessions as session', 'session.id', 'operation.subject_id')
    .select(['line.id', 'line.amount_paise', 'line.source', 'line.description', 'line.at'])
    .select('session.id as session_id')
    .where('account.owner_id', '=', ownerId)
    .$if(source !== undefined, (query) => query.where('line.source', '=', source as string))
    .$if(before !== undefined, (query) => query.where('line.id', '<', before as number))
    .orderBy('line.id', 'desc')
}

type Row = {
  id: number
  amount_paise: number
  source: string
  description: string
  at: Date
  session_id: string | null
}

function toLine({ amount_paise, source, session_id, ...line }: Row): StatementLine {
  return {
    ...line,
    amount: paise(amount_paise),
    source: source as LineSource,
    sessionId: session_id as SessionId | null,
  }
}
