import type { Context, Publish } from '#domain/context.server.ts'

/** Runs `work` in one transaction. Publishes its messages after the commit, or never if it fails. */
export async function inTransaction<Ctx extends Context, Result>(
  ctx: Ctx,
  work: (txCtx: Ctx) => Promise<Result>,
): Promise<Result> {
  const { publish, publishCollected } = collectMessages(ctx)
  const result = await ctx.db.transaction().execute((tx) => work({ ...ctx, db: tx, rootDb: ctx.db, publish }))
  publishCollected()
  return result
}

/** Returns a `publish` that only collects messages, and a function that publishes them. */
export function collectMessages(ctx: Pick<Context, 'publish'>): { publish: Publish; publishCollected(): void } {
  const messages: Parameters<Publish>[] = []
  return {
    publish: (...message) => void messages.push(message),
    publishCollected() {
      for (const message of messages) ctx.publish(...message)
    },
  }
}
