import type { KyselyPlugin } from 'kysely'
import type { Context } from '#domain/context.server.ts'

/** The tables that show whether a request was already made. */
export const requestTables = ['bookings', 'help_sessions', 'requests', 'ledger_operations']

/** Runs the work once, right after the first statement on one of the tables, as a concurrent request could. */
export function afterStatementOn<Ctx extends Context>(ctx: Ctx, tables: string[], work: () => Promise<unknown>): Ctx {
  let isDone = false
  return afterEachStatementOn(ctx, tables, async () => {
    if (isDone) return
    isDone = true
    await work()
  })
}

/** Runs the work after each statement on one of the tables. */
export function afterEachStatementOn<Ctx extends Context>(
  ctx: Ctx,
  tables: string[],
  work: () => Promise<unknown>,
): Ctx {
  const queries = new WeakSet<object>()
  const plugin: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      const text = JSON.stringify(node)
      if (tables.some((table) => text.includes(table))) queries.add(queryId)
      return node
    },
    async transformResult({ result, queryId }) {
      if (queries.has(queryId)) await work()
      return result
    },
  }
  return { ...ctx, db: ctx.db.withPlugin(plugin) }
}
