import { sql } from 'kysely'
import type { Context } from '#domain/context.server.ts'
import type { Facts, KeptKind } from '#domain/notifications/contract.ts'
import { preferencesOf } from '#domain/notifications/preferences.server.ts'
import { planDeliveries } from '#domain/notifications/rules.ts'
import type { AccountId } from '#kernel/ids.ts'
import type { Database } from '#platform/db/database.ts'
import { enqueue, type Jobs } from '#platform/jobs/port.ts'

type Notice<Kind extends KeptKind> = {
  to: AccountId
  kind: Kind
  facts: Facts[Kind]
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
export async function notify<Kind extends KeptKind>(ctx: Context, notice: Notice<Kind>): Promise<void> {
  const { to, kind, facts, about, once, withMail = true, key } = notice
  const { choices } = await preferencesOf(ctx.db, to)
  const plan = planDeliveries(kind, { choices, withMail, isPast: ctx.isPast })
  const isSilent = plan.some(({ channel, state }) => channel === 'page' && state === 'off')
  const now = ctx.clock.now()
  const { rows } = await sql<{ id: string }>`
    with told as (
      insert into notifications (account_id, kind, facts, about_id, once_key, created_at, read_at)
      select id, ${kind}, ${JSON.stringify(facts)}::jsonb, ${about ?? null}, ${once}, ${now}::timestamptz,
        ${isSilent ? now : null}::timestamptz
      from profiles where id = ${to} and deleted_at is null for key share
      on conflict (account_id, once_key) do nothing
      returning id
    ), planned as (
      insert into notification_deliveries (notification_id, channel, state, changed_at)
      select told.id, plan.channel, plan.state, ${now}::timestamptz
      from told, unnest(${plan.map(({ channel }) => channel)}::text[], ${plan.map(({ state }) => state)}::text[])
        as plan (channel, state)
    )
    select id from told`.execute(ctx.db)
  const [told] = rows
  if (!told || plan.every(({ state }) => state !== 'planned')) return
  await planDelivery(ctx.db, { notificationId: told.id, key })
}

/** The key travels along, so that who has to wait keeps it. */
export function planDelivery(db: Database, job: Jobs['deliver_notification'], runAt?: Date): Promise<void> {
  const key = job.key ?? `tell ${job.notificationId}`
  return enqueue(db, 'deliver_notification', job, { key, runAt })
}
