import { sql } from 'kysely'
import type { Context } from '#domain/context.server.ts'
import type { NotificationFacts, StoredKind } from '#domain/notifications/contract.ts'
import { listPreferences } from '#domain/notifications/preferences.server.ts'
import { planDeliveries } from '#domain/notifications/rules.ts'
import type { AccountId } from '#kernel/ids.ts'
import type { Database } from '#platform/db/database.ts'
import { enqueue, enqueueAll, type Jobs } from '#platform/jobs/port.ts'

type NewNotification<Kind extends StoredKind> = {
  to: AccountId
  kind: Kind
  facts: NotificationFacts[Kind]
  /** The other person in it, whose name is said. */
  about?: AccountId | undefined
  /** What happened: said again, it is told no second time. */
  once: string
  /** False where a mail of another job says the same, or none is worth it. */
  withMail?: boolean
  /** Of several under one key that nobody has heard of yet, only the last is sent out. */
  key?: string
}

/**
 * Tells somebody something, in the database transaction in which it happens: the row comes into being with it, and with it the job
 * that carries it to the page, to push and to mail. An account that is gone hears of nothing. Whoever calls has asked who is there.
 */
export async function notify<Kind extends StoredKind>(
  ctx: Context,
  notification: NewNotification<Kind>,
): Promise<void> {
  await notifyAll(ctx, [notification])
}

/** Tells many people at once, each something of their own, in four statements. */
export async function notifyAll<Kind extends StoredKind>(
  ctx: Context,
  newNotifications: NewNotification<Kind>[],
): Promise<void> {
  if (newNotifications.length === 0) return
  const now = ctx.clock.now()
  const chosen = await listPreferences(
    ctx.db,
    newNotifications.map(({ to }) => to),
  )
  const planned = newNotifications.map(({ to, kind, facts, about = null, once, withMail = true }, at) => {
    const choices = chosen.get(to)?.choices ?? {}
    const plan = planDeliveries(kind, { choices, withMail, isPast: ctx.isPast })
    const isSilent = plan.some(({ channel, state }) => channel === 'page' && state === 'off')
    return { at, account: to, kind, facts, about, once, read_at: isSilent ? now : null, plan }
  })
  const { rows } = await sql<{ id: string; at: number }>`
    with said as (
      select * from jsonb_to_recordset(${JSON.stringify(planned)}::jsonb)
        as said (at integer, account uuid, kind text, facts jsonb, about uuid, once text, read_at timestamptz, plan jsonb)
    ), told as (
      insert into notifications (account_id, kind, facts, about_id, once_key, created_at, read_at)
      select p.id, said.kind, said.facts, said.about, said.once, ${now}::timestamptz, said.read_at
      from said join profiles p on p.id = said.account
      where p.deleted_at is null for key share of p
      on conflict (account_id, once_key) do nothing
      returning id, account_id, once_key
    ), planned as (
      insert into notification_deliveries (notification_id, channel, state, changed_at)
      select told.id, plan.channel, plan.state, ${now}::timestamptz
      from told join said on said.account = told.account_id and said.once = told.once_key,
        jsonb_to_recordset(said.plan) as plan (channel text, state text)
    )
    select told.id, said.at from told join said on said.account = told.account_id and said.once = told.once_key`.execute(
    ctx.db,
  )
  const jobs = rows
    .filter(({ at }) => planned[at]?.plan.some(({ state }) => state === 'planned'))
    .map(({ id, at }) => deliveryOf({ notificationId: id, key: newNotifications[at]?.key }))
  await enqueueAll(ctx.db, 'deliver_notification', jobs)
}

/** The key travels along, so that who has to wait keeps it. */
function deliveryOf(payload: Jobs['deliver_notification']) {
  return { payload, key: payload.key ?? `tell ${payload.notificationId}` }
}

export function planDelivery(db: Database, job: Jobs['deliver_notification'], runAt?: Date): Promise<void> {
  const { payload, key } = deliveryOf(job)
  return enqueue(db, 'deliver_notification', payload, { key, runAt })
}
