import type { Context } from '#domain/context.server.ts'
import type { AccountId } from '#kernel/ids.ts'
import type { Product } from '#kernel/product.ts'
import type { Database } from '#platform/db/database.ts'
import type { Mail, Mailer } from '#platform/mail/port.ts'
import { readConfig } from '#server/config.server.ts'
import { listJobs } from '#tests/jobs.ts'
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
  const jobs = await listJobs(db, 'deliver_notification')
  const notifications = await db
    .selectFrom('notifications')
    .select('id')
    .where('account_id', '=', accountId as AccountId)
    .execute()
  const ownIds = new Set<string>(notifications.map(({ id }) => id))
  return jobs
    .map(({ payload }) => payload.notificationId)
    .filter((id) => ownIds.has(id))
    .toSorted()
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
