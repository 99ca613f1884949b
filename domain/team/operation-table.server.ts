import { type RawBuilder, sql } from 'kysely'
import { type Operation, type OperationDetails, type OperationKind, operationTable } from '#domain/books/contract.ts'
import type { Context } from '#domain/context.server.ts'
import { allow } from '#domain/policy.ts'
import { findPeople } from '#domain/team/find-people.server.ts'
import { readPage } from '#domain/team/read-page.server.ts'
import { type AccountId, isUuid, type SessionId } from '#kernel/ids.ts'
import { paise } from '#kernel/money.ts'
import { Refusal } from '#kernel/refusals.ts'
import type { TableQuery, TablePage } from '#kernel/table.ts'

/** Ledger operations, page by page. The search matches an id (of the operation, session or other subject) or people. */
export async function readOperationTable(
  ctx: Context,
  tableQuery: TableQuery<typeof operationTable>,
): Promise<TablePage<Operation>> {
  allow(ctx.actor, 'keepBooks')
  const { kind } = tableQuery.filters
  const found = await findOperationIds(ctx, tableQuery.search)
  const query = selectOperations(ctx)
    .$call((rows) => (kind ? rows.where('operation.kind', '=', kind) : rows))
    .$call((rows) => (found ? rows.where(found) : rows))
  const page = await readPage(query, {
    shape: operationTable,
    tableQuery,
    columns: { at: 'operation.at' },
    id: { column: 'operation.id', type: 'uuid' },
  })
  return { ...page, rows: page.rows.map(toOperation) }
}

/** One operation with its transfers and statement lines. */
export async function getOperation(ctx: Context, id: string): Promise<OperationDetails> {
  allow(ctx.actor, 'keepBooks')
  const row = isUuid(id) && (await selectOperations(ctx).where('operation.id', '=', id).executeTakeFirst())
  if (!row) throw new Refusal('nothing_there')
  const transfers = await ctx.db
    .selectFrom('ledger_transfers as transfer')
    .innerJoin('ledger_accounts as debit', 'debit.id', 'transfer.debit_account')
    .innerJoin('ledger_accounts as credit', 'credit.id', 'transfer.credit_account')
    .leftJoin('profiles as payer', 'payer.id', 'debit.owner_id')
    .leftJoin('profiles as payee', 'payee.id', 'credit.owner_id')
    .select(['transfer.id', 'amount_paise', 'debit.kind as from_kind', 'credit.kind as to_kind'])
    .select(['payer.full_name as payer_name', 'payee.full_name as payee_name'])
    .where('operation_id', '=', id)
    .orderBy('transfer.id')
    .execute()
  const lines = await ctx.db
    .selectFrom('ledger_lines as line')
    .innerJoin('ledger_accounts as account', 'account.id', 'line.account_id')
    .leftJoin('profiles', 'profiles.id', 'account.owner_id')
    .select(['line.id', 'line.amount_paise', 'line.description', 'full_name'])
    .where('operation_id', '=', id)
    .orderBy('line.id')
    .execute()
  const session = await ctx.db
    .selectFrom('help_sessions')
    .select('id')
    .where('id', '=', sql<SessionId>`${row.subject_id}`)
    .executeTakeFirst()
  return {
    ...toOperation(row),
    sessionId: session?.id ?? null,
    transfers: transfers.map((transfer) => ({
      id: transfer.id,
      from: { kind: transfer.from_kind, owner: transfer.payer_name },
      to: { kind: transfer.to_kind, owner: transfer.payee_name },
      amount: paise(transfer.amount_paise),
    })),
    lines: lines.map(({ id: lineId, amount_paise, description, full_name }) => ({
      id: lineId,
      owner: full_name ?? '',
      amount: paise(amount_paise),
      description,
    })),
  }
}

/** Looks up the accounts of matching people first, then every operation on those accounts. */
async function findOperationIds(ctx: Context, search: string): Promise<RawBuilder<boolean> | null> {
  if (isUuid(search)) return sql`(operation.id = ${search}::uuid or operation.subject_id = ${search}::uuid)`
  const people = await findPeople(ctx, search)
  if (people === null) return null
  const accounts = await ctx.db
    .selectFrom('ledger_accounts')
    .select('id')
    .where('owner_id', '=', sql<AccountId>`any (${people}::uuid[])`)
    .execute()
  const ids = accounts.map(({ id }) => id)
  return sql`operation.id = any (array(
    select operation_id from ledger_transfers where debit_account = any (${ids}::bigint[])
    union select operation_id from ledger_transfers where credit_account = any (${ids}::bigint[])))`
}

function selectOperations({ db }: Context) {
  return db
    .selectFrom('ledger_operations as operation')
    .leftJoin('profiles as actor', 'actor.id', 'operation.actor_id')
    .select(['operation.id', 'operation.kind', 'operation.at', 'subject_id', 'actor_id'])
    .select('actor.full_name as actor_name')
    .select(
      sql<number>`(select coalesce(sum(amount_paise), 0)::bigint from ledger_transfers where operation_id = operation.id)`.as(
        'moved',
      ),
    )
}

type Row = {
  id: string
  kind: OperationKind
  at: Date
  subject_id: string
  actor_id: AccountId | null
  actor_name: string | null
  moved: number
}

function toOperation(row: Row): Operation {
  return {
    id: row.id,
    kind: row.kind,
    at: row.at,
    subjectId: row.subject_id,
    actor: row.actor_id ? { id: row.actor_id, name: row.actor_name ?? 'Deleted account' } : null,
    moved: paise(row.moved),
  }
}
