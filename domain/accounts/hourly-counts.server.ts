import { type Kysely, sql } from 'kysely'
import type { AccountId } from '#kernel/ids.ts'
import { Refusal, type RefusalCode } from '#kernel/refusals.ts'
import type { DB } from '#platform/db/schema.ts'

/* Keys under which the actions of a person are counted. They are deleted with the account. */

export function photoCountKey(id: AccountId): string {
  return `photo ${id}`
}

export function questionFileCountKey(id: AccountId): string {
  return `question file ${id}`
}

export function boardPictureCountKey(id: AccountId): string {
  return `board picture ${id}`
}

export function boardCopyCountKey(id: AccountId): string {
  return `board copy ${id}`
}

export function boardAdditionCountKey(id: AccountId): string {
  return `board addition ${id}`
}

export function paymentCountKey(id: AccountId): string {
  return `payment ${id}`
}

export function emailLinkCountKey(id: AccountId): string {
  return `email link ${id}`
}

export function pushCountKey(id: AccountId): string {
  return `push ${id}`
}

export function requestCountKey(id: AccountId): string {
  return `request ${id}`
}

export function calendarReadCountKey(id: AccountId): string {
  return `calendar read ${id}`
}

export function calendarFeedCountKey(id: AccountId): string {
  return `calendar feed ${id}`
}

export function teamSearchCountKey(id: AccountId): string {
  return `team search ${id}`
}

export function listCountKeys(id: AccountId): string[] {
  const keys = [
    photoCountKey,
    questionFileCountKey,
    boardPictureCountKey,
    boardCopyCountKey,
    boardAdditionCountKey,
    paymentCountKey,
    emailLinkCountKey,
    pushCountKey,
    requestCountKey,
    calendarReadCountKey,
    calendarFeedCountKey,
    teamSearchCountKey,
  ]
  return keys.map((key) => key(id))
}

/**
 * Counts one more action and refuses it above the hourly limit. It counts before the action, in one statement, so
 * that concurrent requests cannot exceed the limit.
 */
export async function countInHour(
  db: Kysely<DB>,
  { key, max, refusal }: { key: string; max: number; refusal: RefusalCode },
  now: Date,
): Promise<void> {
  const hourAgo = new Date(now.getTime() - 3_600_000)
  const { rows } = await sql`
    insert into hourly_counts as c (key, times, began_at) values (${key}, 1, ${now})
    on conflict (key) do update set
      times = case when c.began_at <= ${hourAgo} then 1 else c.times + 1 end,
      began_at = case when c.began_at <= ${hourAgo} then ${now} else c.began_at end
    where c.began_at <= ${hourAgo} or c.times < ${max}
    returning 1`.execute(db)
  if (rows.length === 0) throw new Refusal(refusal)
}

/** Deletes counts whose hour began before this time. */
export async function deleteOldCounts(db: Kysely<DB>, before: Date): Promise<void> {
  await db.deleteFrom('hourly_counts').where('began_at', '<', before).execute()
}
