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
  /** The other person, whose name the text contains. */
  about?: AccountId | undefined
  /** Idempotency key of the event: the same key notifies only once. */
  once: string
  /** False when another job sends the mail, or when no mail is needed. */
  withMail?: boolean
  /** Of several undelivered notifications with the same key, only the last is sent. */
  key?: string
}

/**
 * Notifies a person in the transaction of the event: inserts the row and the job that delivers it to page, push and
 * mail. Skips deleted accounts. The caller has checked permissions.
 */
export async function notify<Kind extends StoredKind>(
  ctx: Context,
  notification: NewNotification<Kind>,
): Promise<void> {
  await notifyAll(ctx, [notification])
}

/** Notifies many people, each with their own content, in three statements. */
export async function notifyAll<Kind extends StoredKind>(
  ctx: Context,
  newNotifications: NewNotification<Kind>[],
): Promise<void> {
  if (newNotifications.length === 0) return
  const now = ctx.clock.now()
  const preferences = await listPreferences(
    ctx.db,
    newNotifications.map(({ to }) => to),
  )
  const planned = newNotifications.map(({ to, kind, facts, about = null, once, withMail = true }, index) => {
    const choices = preferences.get(to)?.choices ?? {}
    const plan = planDeliveries(kind, { choices, withMail, isPast: ctx.isPast })
    const isSilent = plan.some(({ channel, state }) => channel === 'page' && state === 'off')
    return { index, account: to, kind, facts, about, once, read_at: isSilent ? now : null, plan }
  })
  const { rows } = await sql<{ id: string; index: number }>`
    with input as (
      select * from jsonb_to_recordset(${JSON.stringify(planned)}::jsonb)
        as input (index integer, account uuid, kind text, facts jsonb, about uuid, once text, read_at timestamptz, plan jsonb)
    ), inserted as (
      insert into notifications (account_id, kind, facts, about_id, once_key, created_at, read_at)
      select p.id, input.kind, input.facts, input.about, input.once, ${now}::timestamptz, input.read_at
      from input join profiles p on p.id = input.account
      where p.deleted_at is null for key share of p
      on conflict (account_id, once_key) do nothing
      returning id, account_id, once_key
    ), planned as (
      insert into notification_deliveries (notification_id, channel, state, changed_at)
      select inserted.id, plan.channel, plan.state, ${now}::timestamptz
      from inserted join input on input.account = inserted.account_id and input.once = inserted.once_key,
        jsonb_to_recordset(input.plan) as plan (channel text, state text)
    )
    select inserted.id, input.index
    from inserted join input on input.account = inserted.account_id and input.once = inserted.once_key`.execute(ctx.db)
  const jobs = rows
    .filter(({ index }) => planned[index]?.plan.some(({ state }) => state === 'planned'))
    .map(({ id, index }) => toDeliveryJob({ notificationId: id, key: newNotifications[index]?.key }))
  await enqueueAll(ctx.db, 'deliver_notification', jobs)
}

/** The payload contains the key, so that a rescheduled job keeps it. */
function toDeliveryJob(payload: Jobs['deliver_notification']) {
  return { payload, key: payload.key ?? `tell ${payload.notificationId}` }
}

export function planDelivery(db: Database, job: Jobs['deliver_notification'], runAt?: Date): Promise<void> {
  const { payload, key } = toDeliveryJob(job)
  return enqueue(db, 'deliver_notification', payload, { key, runAt })
}
