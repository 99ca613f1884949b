import type { Context } from '#domain/context.server.ts'
import { notificationChoice } from '#domain/notifications/contract.ts'
import { allow, isPerson } from '#domain/policy.ts'
import { parse } from '#kernel/parse.ts'

/** Marks one of the actor's notifications as read. Idempotent; an unknown id is ignored. */
export async function markRead(ctx: Context, input: { id: string }): Promise<void> {
  allow(ctx.actor, 'signedIn')
  const { id } = parse(notificationChoice, input)
  await markNotificationsRead(ctx, id)
}

/** Marks all notifications of the actor as read. */
export async function markAllRead(ctx: Context): Promise<void> {
  allow(ctx.actor, 'signedIn')
  await markNotificationsRead(ctx)
}

async function markNotificationsRead(ctx: Context, id?: string): Promise<void> {
  if (!isPerson(ctx.actor)) return
  let update = ctx.db
    .updateTable('notifications')
    .set({ read_at: ctx.clock.now() })
    .where('account_id', '=', ctx.actor.id)
    .where('read_at', 'is', null)
  if (id) update = update.where('id', '=', id)
  const { numUpdatedRows } = await update.executeTakeFirst()
  if (numUpdatedRows > 0n) ctx.publish(`notices:${ctx.actor.id}`, { type: 'changed' })
}
