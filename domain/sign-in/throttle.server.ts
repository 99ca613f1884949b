import { type Kysely, sql } from 'kysely'
import type { AccountId } from '#kernel/ids.ts'
import type { DB } from '#platform/db/schema.ts'
import { Refusal } from '#kernel/refusals.ts'

const throttleResetHours = 1
const longestBlockSeconds = 900

/** Keys under which attempts are counted. */
export const throttleKeys = {
  signIn: (email: string) => `account ${email}`,
  signInFrom: (address: string) => `address ${address}`,
  registerFrom: (address: string) => `registration ${address}`,
  reset: (email: string) => `reset of ${email}`,
  resetFrom: (address: string) => `reset from ${address}`,
  password: (id: AccountId) => `password ${id}`,
}

/** The keys that contain data of this person. */
export function throttleKeysOf({ id, email }: { id: AccountId; email: string }): string[] {
  return [throttleKeys.signIn(email), throttleKeys.reset(email), throttleKeys.password(id)]
}

type Limit = { key: string; triesBeforeDelay: number }

/**
 * Counts an attempt before it is made, in one statement per key, so that concurrent attempts all count. After the
 * free attempts, each further one blocks the key for twice as long.
 */
export async function countAttempt(db: Kysely<DB>, limits: Limit[], now: Date): Promise<void> {
  for (const { key, triesBeforeDelay } of limits) {
    const { rows } = await sql`
      insert into sign_in_throttles as t (key, failures, last_failed_at, blocked_until)
      values (${key}, 1, ${now}, '-infinity')
      on conflict (key) do update set
        failures = case when t.last_failed_at < ${now}::timestamptz - make_interval(hours => ${throttleResetHours})
          then 1 else t.failures + 1 end,
        last_failed_at = greatest(t.last_failed_at, ${now}),
        blocked_until = case
          when t.last_failed_at < ${now}::timestamptz - make_interval(hours => ${throttleResetHours}) then '-infinity'
          when t.failures < ${triesBeforeDelay} then '-infinity'
          else ${now}::timestamptz + make_interval(secs =>
            least(2 ^ least(t.failures - ${triesBeforeDelay}, 20), ${longestBlockSeconds})) end
      where t.blocked_until <= ${now}
      returning 1`.execute(db)
    if (rows.length === 0) throw new Refusal('too_many_attempts')
  }
}

/** Removes the count of a successful attempt, which must not be throttled. */
export async function clearAttempts(db: Kysely<DB>, accountKey: string, addressKey: string): Promise<void> {
  await db.deleteFrom('sign_in_throttles').where('key', '=', accountKey).execute()
  await sql`
    with fewer as (
      update sign_in_throttles set failures = failures - 1 where key = ${addressKey} and failures > 1 returning 1
    )
    delete from sign_in_throttles where key = ${addressKey} and not exists (select from fewer)`.execute(db)
}
