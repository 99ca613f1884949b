import { sql } from 'kysely'
import type { Context } from '#domain/context.server.ts'
import type { StatementLine, StatementPage, UnpaidPayment } from '#domain/wallet/contract.ts'
import { type Actor, isPerson } from '#domain/policy.ts'
import { selectOwnStatement, type StatementOptions, type StatementRow } from '#domain/wallet/statement.server.ts'
import { paymentId, type SessionId } from '#kernel/ids.ts'
import { shortName } from '#kernel/initials.ts'
import { statementPageSize } from '#kernel/limits.ts'
import { paise } from '#kernel/money.ts'

/** Lists the actor's own statement, newest first, page by page. */
export async function listStatement(ctx: Context, options: StatementOptions = {}): Promise<StatementPage> {
  const rows = await listRows(ctx, { ...options, limit: statementPageSize + 1 })
  const page = rows.slice(0, statementPageSize)
  return {
    lines: page.flatMap((row) => toLine(row, ctx)),
    payments: page.flatMap(toUnpaidPayment),
    next: rows.length > statementPageSize ? (page.at(-1)?.key ?? null) : null,
  }
}

/** Lists all lines of the actor's own statement, for a file. */
export async function listWholeStatement(
  ctx: Context,
  options: Omit<StatementOptions, 'before'> = {},
): Promise<StatementLine[]> {
  return (await listRows(ctx, options)).flatMap((row) => toLine(row, ctx))
}

type Row = StatementRow & { session_id: SessionId | null; other_name: string | null; is_deleted: boolean }

/** Adds the session and the other person to each line. */
async function listRows(ctx: Context, options: StatementOptions & { limit?: number }): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select entry.*, session.id as session_id, other.deleted_at is not null as is_deleted,
      -- A repayment has no other person: it repays the refund of an earlier session, maybe of another student.
      case when entry.source <> 'repayment' then other.full_name end as other_name
    from (${selectOwnStatement(ctx, options)}) entry
    left join help_sessions session on session.id = entry.subject_id
    left join profiles other on other.id = entry.other_id
    order by entry.place desc, entry.placed_at desc, entry.key desc`.execute(ctx.db)
  return rows
}

function toLine(row: Row, { actor }: Context): StatementLine[] {
  if (row.balance_paise === null) return []
  return [
    {
      id: row.place,
      amount: paise(row.amount_paise),
      balance: paise(row.balance_paise),
      source: row.source,
      description: row.description,
      at: row.at,
      otherName: otherName(row, actor),
      sessionId: row.session_id,
      bookingId: row.session_id ? null : row.subject_id,
    },
  ]
}

/** An expert does not need the full name of a student here. */
function otherName({ other_name, is_deleted }: Row, actor: Actor): string | null {
  const isShort = isPerson(actor) && actor.role === 'expert' && !is_deleted
  return other_name && isShort ? shortName(other_name) : other_name
}

function toUnpaidPayment(row: Row): UnpaidPayment[] {
  if (row.payment_state === null) return []
  return [
    {
      id: paymentId.parse(row.key),
      place: row.place,
      amount: paise(row.amount_paise),
      state: row.payment_state,
      failure: row.failure,
      startedAt: row.at,
    },
  ]
}
