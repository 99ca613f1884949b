import { sql } from 'kysely'
import type { Context } from '#domain/context.server.ts'
import {
  type Bell,
  type NotificationPage,
  type NotificationRow,
  type NotificationContent,
} from '#domain/notifications/contract.ts'
import { notificationText } from '#domain/notifications/text.ts'
import { allow, isPerson } from '#domain/policy.ts'
import { type AccountId, isUuid } from '#kernel/ids.ts'
import { notificationsPageSize, unreadCountMax } from '#kernel/limits.ts'
import { Refusal } from '#kernel/refusals.ts'

/** The number of unread notifications, and the latest of them. */
export async function getBell(ctx: Context, accountId: AccountId): Promise<Bell> {
  allow(ctx.actor, 'signedInOrSystem')
  if (isPerson(ctx.actor) && ctx.actor.id !== accountId) throw new Refusal('not_allowed')
  const [{ rows }, latest] = await Promise.all([
    sql<{ unread: number }>`select count(*)::integer as unread from (
      select from notifications where account_id = ${accountId} and read_at is null limit ${unreadCountMax}
    ) counted`.execute(ctx.db),
    selectNotifications(ctx)
      .where('account_id', '=', accountId)
      .where('read_at', 'is', null)
      .limit(1)
      .executeTakeFirst(),
  ])
  const row = latest && toRow(latest)
  return {
    unread: rows[0]?.unread ?? 0,
    latest: row ? { id: row.id, title: notificationText(row.told, { name: row.name }).title } : null,
  }
}

/** The actor's bell; null for visitors. */
export async function findOwnBell(ctx: Context): Promise<Bell | null> {
  return isPerson(ctx.actor) ? getBell(ctx, ctx.actor.id) : null
}

/** The actor's notifications, latest first, page by page. */
export async function listNotifications(
  ctx: Context,
  { before }: { before?: string | undefined } = {},
): Promise<NotificationPage> {
  allow(ctx.actor, 'signedIn')
  const accountId = ctx.actor.id
  const found = await selectNotifications(ctx)
    .where('account_id', '=', accountId)
    .$if(isUuid(before), (query) =>
      query.where(
        sql<boolean>`(notifications.created_at, notifications.id) < (
          select created_at, id from notifications where id = ${before} and account_id = ${accountId})`,
      ),
    )
    .limit(notificationsPageSize + 1)
    .execute()
  const rows = found.slice(0, notificationsPageSize).map(toRow)
  return { rows, next: found.length > notificationsPageSize ? (rows.at(-1)?.id ?? null) : null }
}

/** One of the actor's own notifications, with its link. */
export async function getNotification(ctx: Context, id: string): Promise<{ id: string; href: string }> {
  allow(ctx.actor, 'signedIn')
  if (!isUuid(id) || !isPerson(ctx.actor)) throw new Refusal('nothing_there')
  const row = await selectNotifications(ctx)
    .where('notifications.id', '=', id)
    .where('account_id', '=', ctx.actor.id)
    .executeTakeFirst()
  if (!row) throw new Refusal('nothing_there')
  return { id, href: notificationText(toRow(row).told, { name: null }).href }
}

function selectNotifications({ db }: Context) {
  return db
    .selectFrom('notifications')
    .leftJoin('profiles as other', 'other.id', 'notifications.about_id')
    .select(['notifications.id', 'kind', 'facts', 'notifications.created_at', 'read_at'])
    .select('other.full_name as other_name')
    .orderBy('notifications.created_at', 'desc')
    .orderBy('notifications.id', 'desc')
}

type Row = NonNullable<Awaited<ReturnType<ReturnType<typeof selectNotifications>['executeTakeFirst']>>>

function toRow({ id, kind, facts, created_at, read_at, other_name }: Row): NotificationRow {
  return {
    id,
    told: { kind, facts } as NotificationContent,
    name: other_name,
    createdAt: created_at,
    isRead: read_at !== null,
  }
}
