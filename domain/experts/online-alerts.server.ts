import type { Context } from '#domain/context.server.ts'
import { allow, isPerson } from '#domain/policy.ts'
import type { ExpertId } from '#kernel/ids.ts'
import type { Product } from '#kernel/product.ts'
import { Refusal } from '#kernel/refusals.ts'
import type { Database } from '#platform/db/database.ts'
import { enqueue } from '#platform/jobs/port.ts'
import { renderMail } from '#platform/mail/layout.ts'
import type { Mailer } from '#platform/mail/port.ts'

/** 'Tell me when online', on or off. Asking twice is asking once; of one who is online already one is told at once. */
export async function setOnlineAlert(
  ctx: Context,
  { expertId, wanted }: { expertId: string; wanted: boolean },
): Promise<void> {
  allow(ctx.actor, 'student')
  if (!isPerson(ctx.actor)) return
  const { id } = ctx.actor
  if (!wanted) {
    await ctx.db
      .deleteFrom('online_alerts')
      .where('expert_id', '=', expertId)
      .where('student_id', '=', id)
      .execute()
    return
  }
  await ctx.db.transaction().execute(async (tx) => {
    // The lock makes a switch in this very moment come wholly before or wholly after.
    const expert = await tx
      .selectFrom('experts')
      .innerJoin('listings', 'listings.expert_id', 'experts.id')
      .select('listings.expert_id')
      .where('experts.id', '=', expertId)
      .forUpdate('experts')
      .executeTakeFirst()
    if (!expert) throw new Refusal('no_such_expert')
    await tx
      .insertInto('online_alerts')
      .values({ expert_id: expertId, student_id: id, created_at: ctx.clock.now() })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    await tellWhoWaits(tx, expertId)
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

/** After every change that may have brought an expert online, in its database transaction. */
export async function tellWhoWaits(tx: Database, expertId: string): Promise<void> {
  const online = await tx
    .selectFrom('listings')
    .innerJoin('online_alerts', 'online_alerts.expert_id', 'listings.expert_id')
    .select('listings.expert_id')
    .where('listings.expert_id', '=', expertId)
    .where('listings.online', '=', true)
    .executeTakeFirst()
  if (online) await enqueue(tx, 'send_online_alerts', { expertId }, { key: `online ${expertId}` })
}

/** Runs as a job. Who has been told is no longer waiting; one mail that fails is tried again and keeps the others from nothing. */
export async function sendOnlineAlerts(
  ctx: Context & { mailer: Mailer; product: Product },
  { expertId }: { expertId: string },
): Promise<void> {
  allow(ctx.actor, 'system')
  const waiting = await ctx.db
    .selectFrom('online_alerts')
    .innerJoin('listings', 'listings.expert_id', 'online_alerts.expert_id')
    .innerJoin('profiles', 'profiles.id', 'online_alerts.student_id')
    .select(['profiles.id', 'profiles.email', 'profiles.full_name', 'listings.name'])
    .select('online_alerts.created_at')
    .where('online_alerts.expert_id', '=', expertId)
    .where('listings.online', '=', true)
    .execute()
  const failures: unknown[] = []
  for (const student of waiting) {
    const body = renderMail({
      product: ctx.product,
      heading: `${student.name} is online now`,
      paragraphs: [
        `Hello ${student.full_name},`,
        `you asked us to tell you when ${student.name} can be called. That is now; we tell you once.`,
      ],
      action: { label: 'See the profile', url: `${ctx.product.origin}/expert/details/${expertId}` },
    })
    const subject = `${student.name} is online now`
    const once = `online ${expertId} ${student.id} ${student.created_at.getTime()}`
    try {
      await ctx.mailer.send({ to: student.email, subject, ...body }, once)
    } catch (error) {
      failures.push(error)
      continue
    }
    await ctx.db
      .deleteFrom('online_alerts')
      .where('expert_id', '=', expertId)
      .where('student_id', '=', student.id)
      .execute()
  }
  if (failures.length > 0) throw new AggregateError(failures, 'not everybody who waits could be told')
}
