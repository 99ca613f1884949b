import { sql } from 'kysely'
import type { Context } from '#domain/context.server.ts'
import type { AccountId } from '#kernel/ids.ts'
import type { Product } from '#kernel/product.ts'
import type { Database } from '#platform/db/database.ts'
import type { Mail, Mailer } from '#platform/mail/port.ts'
import { readConfig } from '#server/config.server.ts'
import { createLocalPush } from '#tests/push-service.ts'

/** Lists the notifications of an account, oldest first, without the fields that vary per test. */
export async function notificationsOf(db: Database, accountId: AccountId) {
  const rows = await db
    .selectFrom('notifications')
    .select(['kind', 'facts', 'about_id'])
    .where('account_id', '=', accountId)
    .orderBy('id')
    .execute()
  return rows.map(({ kind, facts, about_id }) => ({ kind, facts, about: about_id }))
}

/** Lists the ids of notifications with a queued delivery job. */
export async function plannedDeliveries(db: Database, accountId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select n.id from graphile_worker._private_jobs jobs
    join graphile_worker._private_tasks tasks on tasks.id = jobs.task_id
    join notifications n on n.id::text = jobs.payload->>'notificationId'
    where tasks.identifier = 'deliver_notification' and n.account_id = ${accountId} order by n.id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Returns the delivery state of each channel of a notification. */
export async function channelsOf(db: Database, id: string): Promise<Record<string, string>> {
  const rows = await db
    .selectFrom('notification_deliveries')
    .select(['channel', 'state'])
    .where('notification_id', '=', id)
    .execute()
  return Object.fromEntries(rows.map(({ channel, state }) => [channel, state]))
}

/** Creates a context for the delivery job that records mails and published topics. */
export function deliveryContext(system: Context, { failMail }: { failMail?: Error } = {}) {
  const sent: (Mail & { key: string })[] = []
  const publishedTopics: string[] = []
  const mailer: Mailer = {
    async send(mail, key) {
      if (failMail) throw failMail
      sent.push({ ...mail, key })
    },
  }
  const product: Product = readConfig({}).product
  const publish = (topic: string) => void publishedTopics.push(topic)
  const ctx = { ...system, mailer, product, publish, push: createLocalPush(system.clock) }
  return { ctx, sent, publishedTopics }
}
