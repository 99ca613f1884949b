import type { Context, Publish } from '#domain/context.server.ts'

/** Runs `work` in one transaction. Publishes its messages after the commit, or never if it fails. */
export async function inTransaction<Ctx extends Context, Result>(
  ctx: Ctx,
  work: (txCtx: Ctx) => Promise<Result>,
): Promise<Result> {
  const messages: Parameters<Publish>[] = []
  const result = await ctx.db
    .transaction()
    .execute((tx) => work({ ...ctx, db: tx, rootDb: ctx.db, publish: (...message) => void messages.push(message) }))
  for (const message of messages) ctx.publish(...message)
  return result
}
