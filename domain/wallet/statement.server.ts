import type { Context } from '#domain/context.server.ts'
import { allow } from '#domain/policy.ts'
import type { LineSource } from '#domain/wallet/contract.ts'

export type StatementOptions = {
  source?: LineSource | undefined
  /** The `next` cursor of the previous page. */
  before?: number | undefined
}

/** The actor's own statement lines, newest first. */
export function selectOwnLines(ctx: Context, { source, before }: StatementOptions) {
  allow(ctx.actor, 'signedIn')
  return ctx.db
    .selectFrom('ledger_lines as line')
    .innerJoin('ledger_accounts as account', 'account.id', 'line.account_id')
    .innerJoin('ledger_operations as operation', 'operation.id', 'line.operation_id')
    .select(['line.id', 'line.amount_paise', 'line.source', 'line.description', 'line.at'])
    .where('account.owner_id', '=', ctx.actor.id)
    .$if(source !== undefined, (query) => query.where('line.source', '=', source as string))
    .$if(before !== undefined, (query) => query.where('line.id', '<', before as number))
    .orderBy('line.id', 'desc')
}
