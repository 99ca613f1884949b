import type { Context } from '#domain/context.server.ts'
import { inTransaction } from '#domain/in-transaction.server.ts'
import { notify } from '#domain/notifications/notify.server.ts'
import { allow, isPerson } from '#domain/policy.ts'
import type { ExpertId } from '#kernel/ids.ts'
import { Refusal } from '#kernel/refusals.ts'
import type { Database } from '#platform/db/database.ts'
import { enqueue } from '#platform/jobs/port.ts'

/** Turns 'Tell me when online' on or off. Idempotent. If the expert is already online, notifies immediately. */
export async function setOnlineAlert(
  ctx: Context,
  { expertId, wanted }: { expertId: ExpertId; wanted: boolean },
): Promise<void> {
  allow(ctx.actor, 'student')
  const { id } = ctx.actor
  if (!wanted) {
    await ctx.db.deleteFrom('online_alerts').where('expert_id', '=', expertId).where('student_id', '=', id).execute()
    return
  }
  await inTransaction(ctx, async ({ db }) => {
    // The lock makes this wait for a concurrent change of the online switch.
    const expert = await db
      .selectFrom('experts')
      .innerJoin('listings', 'listings.expert_id', 'experts.id')
      .select('listings.expert_id')
      .where('experts.id', '=', expertId)
      .forUpdate('experts')
      .executeTakeFirst()
    if (!expert) throw new Refusal('no_such_expert')
    await db
      .insertInto('online_alerts')
      .values({ expert_id: expertId, student_id: id, created_at: ctx.clock.now() })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    await enqueueOnlineAlerts(db, expertId)
  })
}

export async function hasOnlineAlert(ctx: Context, expertId: ExpertId): Promise<boolean> {
  if (!isPerson(ctx.actor)) return false
  const row = await ctx.db
    .selectFrom('online_alerts')
    .select('created_at')
    .where('expert_id', '=', expertId)
    .where('student_id', '=', ctx.actor.id)
    .executeTakeFirst()
  return row !== undefined
}

/** Call in the transaction of every change that may bring an expert online. */
export async function enqueueOnlineAlerts(tx: Database, expertId: ExpertId): Promise<void> {
  const dueAlert = await tx
    .selectFrom('listings')
    .innerJoin('online_alerts', 'online_alerts.expert_id', 'listings.expert_id')
    .select('listings.expert_id')
    .where('listings.expert_id', '=', expertId)
    .where('listings.online', '=', true)
    .executeTakeFirst()
  if (dueAlert) await enqueue(tx, 'send_online_alerts', { expertId }, { key: `online ${expertId}` })
}

/** Runs as a job. Sends the alerts and removes them in one transaction. */
export async function sendOnlineAlerts(ctx: Context, { expertId }: { expertId: ExpertId }): Promise<void> {
  allow(ctx.actor, 'system')
  await inTransaction(ctx, async (txCtx) => {
    const waiting = await txCtx.db
      .deleteFrom('online_alerts')
      .using('listings')
      .innerJoin('experts', 'experts.id', 'listings.expert_id')
      .whereRef('listings.expert_id', '=', 'online_alerts.expert_id')
      .where('online_alerts.expert_id', '=', expertId)
      .where('listings.online', '=', true)
      .returning(['student_id', 'online_alerts.created_at', 'experts.user_id'])
      .execute()
    for (const { student_id, created_at, user_id } of waiting) {
      await notify(txCtx, {
        to: student_id,
        kind: 'online',
        facts: { expertId },
        about: user_id,
        once: `online ${expertId} ${created_at.toISOString()}`,
      })
    }
  })
}
