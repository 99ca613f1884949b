import { lockProfile } from '#domain/accounts/profile-rows.server.ts'
import type { Context } from '#domain/context.server.ts'
import { inTransaction } from '#domain/in-transaction.server.ts'
import type { NotificationContent } from '#domain/notifications/contract.ts'
import { planDelivery } from '#domain/notifications/notify.server.ts'
import { getPreferencesOf } from '#domain/notifications/preferences.server.ts'
import {
  type Delivery,
  freshMinutesOf,
  mailModeOf,
  shouldRetryChannel,
  deliveryRules,
  nextDeliveryStep,
} from '#domain/notifications/rules.ts'
import { sendPush } from '#domain/notifications/send-push.server.ts'
import type { Channel, DeliveryState } from '#domain/notifications/states.ts'
import type { PushContext } from '#domain/notifications/subscribe-push.server.ts'
import { notificationText } from '#domain/notifications/text.ts'
import { allow } from '#domain/policy.ts'
import { errorText } from '#kernel/error-text.ts'
import { deliveryReasonMaxLength, pushFreshMinutes } from '#kernel/limits.ts'
import { PermanentFailure } from '#kernel/permanent-failure.ts'
import type { Product } from '#kernel/product.ts'
import { ringTag } from '#kernel/ring-tag.ts'
import { findJob, type Jobs } from '#platform/jobs/port.ts'
import { renderMail } from '#platform/mail/layout.ts'
import type { Mailer } from '#platform/mail/port.ts'

type Job = Jobs['deliver_notification']
type DeliveryContext = PushContext & { mailer: Mailer; product: Product }

/**
 * Runs as a job: delivers one notification once through each of its channels. Saves the result of each channel before
 * the next, so that a retried job continues where it stopped. A failed mail fails the job. The job is retried for
 * days, and the team can run it again from the outbox.
 */
export async function deliverNotification(
  ctx: DeliveryContext,
  job: Job,
  { isLastAttempt }: { isLastAttempt: boolean },
): Promise<void> {
  allow(ctx.actor, 'system')
  const { notificationId } = job
  const notification = await findStoredNotification(ctx, notificationId)
  if (!notification) return
  const deliveries = await listDeliveries(ctx, notificationId)
  for (;;) {
    const step = nextDeliveryStep({ ...notification, deliveries, now: ctx.clock.now() })
    if (step.do === 'end') return
    if (step.do === 'wait') return reschedule(ctx, notification, job, step.until)
    const delivery = deliveries.find(({ channel }) => channel === step.channel)
    if (!delivery) return
    if (step.do === 'skip') {
      await saveDelivery(ctx, notification, delivery, { state: 'unneeded', reason: step.reason })
      continue
    }
    delivery.tries += 1
    try {
      await saveDelivery(ctx, notification, delivery, await deliver(ctx, notification, step.channel))
    } catch (error) {
      const isOver = error instanceof PermanentFailure || isLastAttempt || !shouldRetryChannel(delivery)
      await saveDelivery(ctx, notification, delivery, {
        state: isOver ? 'failed' : 'planned',
        reason: errorText(error).slice(0, deliveryReasonMaxLength),
      })
      if (!isOver || step.channel === 'mail') throw error
    }
  }
}

type StoredNotification = NonNullable<Awaited<ReturnType<typeof findStoredNotification>>>

async function findStoredNotification(ctx: Context, id: string) {
  const row = await ctx.db
    .selectFrom('notifications')
    .innerJoin('profiles', 'profiles.id', 'notifications.account_id')
    .leftJoin('profiles as other', 'other.id', 'notifications.about_id')
    .select(['notifications.id', 'account_id', 'kind', 'facts', 'notifications.created_at', 'read_at'])
    .select(['profiles.email', 'profiles.full_name', 'other.full_name as other_name'])
    .where('notifications.id', '=', id)
    .where('profiles.deleted_at', 'is', null)
    .executeTakeFirst()
  if (!row) return null
  const content = { kind: row.kind, facts: row.facts } as NotificationContent
  const preferences = await getPreferencesOf(ctx.db, row.account_id)
  return {
    id: row.id,
    accountId: row.account_id,
    kind: content.kind,
    content,
    email: row.email,
    fullName: row.full_name,
    createdAt: row.created_at,
    mailMode: mailModeOf(content),
    freshMinutes: freshMinutesOf(content),
    readAt: row.read_at,
    preferences,
    text: notificationText(content, { name: row.other_name }),
  }
}

/** A mail that failed permanently counts as planned, because this job runs again only when the team resends it. */
async function listDeliveries(ctx: Context, id: string): Promise<Delivery[]> {
  const rows = await ctx.db
    .selectFrom('notification_deliveries')
    .select(['channel', 'state', 'tries'])
    .where('notification_id', '=', id)
    .execute()
  return rows.map(({ channel, state, tries }) => ({
    channel,
    state: channel === 'mail' && state === 'failed' ? 'planned' : state,
    tries,
  }))
}

/** Keeps the job key. If a later notification already uses that key, only the later one is sent. */
async function reschedule(ctx: Context, { accountId }: StoredNotification, job: Job, runAt: Date): Promise<void> {
  const { notificationId, key } = job
  if (!key) return planDelivery(ctx.db, job, runAt)
  return inTransaction(ctx, async ({ db: tx }) => {
    // `notify` locks the same row.
    await lockProfile(tx, accountId)
    const planned = await findJob(tx, 'deliver_notification', key)
    const isReplaced = planned && planned.notificationId !== notificationId
    if (!isReplaced) await planDelivery(tx, job, runAt)
  })
}

type DeliveryOutcome = { state: DeliveryState; reason?: string }

async function deliver(
  ctx: DeliveryContext,
  notification: StoredNotification,
  channel: Channel,
): Promise<DeliveryOutcome> {
  if (channel === 'page') {
    ctx.publish(`notices:${notification.accountId}`, { type: 'changed' })
    return { state: 'delivered' }
  }
  return channel === 'push' ? deliverPush(ctx, notification) : deliverMail(ctx, notification)
}

async function deliverPush(ctx: DeliveryContext, notification: StoredNotification): Promise<DeliveryOutcome> {
  const { id, accountId, kind, freshMinutes = pushFreshMinutes } = notification
  const { title, body } = notification.text
  const { reached } = await sendPush(ctx, {
    accountId,
    message: { id, kind, title, body, href: `/notifications/${id}`, tag: pushTag(notification) },
    urgency: deliveryRules[kind].isUrgent ? 'high' : 'normal',
    ttlSeconds: freshMinutes * 60,
  })
  if (reached > 0) return { state: 'delivered' }
  return { state: 'impossible', reason: 'This account has no browser with push notifications.' }
}

/** A push replaces an earlier one with the same tag: a repeated push replaces its copy, a missed call its ring. */
function pushTag({ id, content }: StoredNotification): string {
  return content.kind === 'missed_call' ? ringTag(content.facts.sessionId) : id
}

async function deliverMail(ctx: DeliveryContext, notification: StoredNotification): Promise<DeliveryOutcome> {
  const { id, email, fullName } = notification
  const { title, body, detail, action } = notification.text
  const { product } = ctx
  const mail = renderMail({
    product,
    heading: title,
    paragraphs: [`Hello ${fullName},`, body, ...(detail ? [detail] : [])],
    action: { label: action, url: `${product.origin}/notifications/${id}` },
    footer: `You received this email because of your account at ${product.name}. Choose your notifications: ${product.origin}/notifications/preferences\nQuestions? Write to ${product.contacts.supportEmail}.`,
  })
  await ctx.mailer.send({ to: email, subject: title, ...mail }, `notification ${id}`)
  return { state: 'delivered' }
}

async function saveDelivery(
  ctx: Context,
  { id }: StoredNotification,
  delivery: Delivery,
  outcome: DeliveryOutcome,
): Promise<void> {
  delivery.state = outcome.state
  await ctx.db
    .updateTable('notification_deliveries')
    .set({
      state: outcome.state,
      reason: outcome.reason ?? null,
      tries: delivery.tries,
      changed_at: ctx.clock.now(),
    })
    .where('notification_id', '=', id)
    .where('channel', '=', delivery.channel)
    .execute()
}
