import { type RawBuilder, sql } from 'kysely'
import type { Context } from '#domain/context.server.ts'
import { isPerson } from '#domain/policy.ts'
import { Refusal, type RefusalCode } from '#kernel/refusals.ts'

/** The refusal for each error code of the posting functions. */
const refusalCodes: Record<string, RefusalCode> = {
  LG001: 'other_request',
  LG002: 'done_already',
  LG003: 'done_already',
  LG005: 'above_daily_limit',
}

/**
 * Calls one posting function of the database: `post(ctx, operationId, 'wallet_hold', […])`. The first arguments of
 * every function are the operation id, the actor and the time. Returns true when it posted now, false when the same
 * request was posted before.
 */
export async function post(
  ctx: Context,
  operationId: string,
  functionName: string,
  values: RawBuilder<unknown>[],
): Promise<boolean> {
  const actorId = isPerson(ctx.actor) ? ctx.actor.id : null
  const common = [sql`${operationId}::uuid`, sql`${actorId}::uuid`, sql`${ctx.clock.now()}::timestamptz`]
  try {
    const { rows } = await sql<{
      posted: boolean
    }>`select ${sql.ref(functionName)}(${sql.join([...common, ...values])}) as posted`.execute(ctx.db)
    return rows[0]?.posted ?? false
  } catch (error) {
    throw refusalFor(error) ?? error
  }
}

/** The refusal for an error of a posting function, if it has one. */
export function refusalFor(error: unknown): Refusal | undefined {
  const { code, constraint } = error as { code?: string; constraint?: string }
  if (constraint === 'ledger_accounts_not_below_zero') return new Refusal('not_enough_money')
  const refusalCode = code && refusalCodes[code]
  return refusalCode ? new Refusal(refusalCode) : undefined
}
