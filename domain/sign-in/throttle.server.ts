import { type Kysely, sql } from 'kysely'
import type { AccountId } from '#kernel/ids.ts'
import type { DB } from '#platform/db/schema.ts'
import { Refusal } from '#kernel/refusals.ts'

const throttleResetHours = 1
const longestBlockSeconds = 900

/** Keys under which attempts are counted. */
export const throttleKeys = {
  /** All attempts on an account from unknown browsers. This count refuses nobody, so it cannot lock the owner out. */
  guesses: (email: string) => `guesses of ${email}`,
  signIn: (email: string, block: string) => `account ${email} from ${block}`,
  signInWith: (email: string, browserHash: Buffer) => `account ${email} with ${browserHash.toString('hex')}`,
  signInFrom: (block: string) => `address ${block}`,
  passkeyFrom: (block: string) => `passkey from ${block}`,
  registerFrom: (block: string) => `registration ${block}`,
  reset: (email: string) => `reset of ${email}`,
  resetFrom: (block: string) => `reset from ${block}`,
  password: (id: AccountId) => `password ${id}`,
  code: (id: AccountId) => `code ${id}`,
}

/** The keys that contain data of this person, besides those whose `about` is the email address. */
export function throttleKeysOf({ id, email }: { id: AccountId; email: string }): string[] {
  return [throttleKeys.guesses(email), throttleKeys.reset(email), throttleKeys.password(id), throttleKeys.code(id)]
}

type Limit = {
  key: string
  attemptsBeforeDelay: number
  longestSeconds?: number
  /** The email address of the account that is tried. */
  about?: string
}

/**
 * Counts an attempt before it is made, in one statement per key, so that concurrent attempts all count. After the
 * free attempts, each further one blocks the key for twice as long.
 */
export async function countAttempt(db: Kysely<DB>, limits: Limit[], now: Date): Promise<void> {
  for (const { key, attemptsBeforeDelay, longestSeconds = longestBlockSeconds, about = null } of limits) {
    const { rows } = await sql`
      insert into sign_in_throttles as t (key, failures, last_failed_at, blocked_until, about)
      values (${key}, 1, ${now}, '-infinity', ${about})
      on conflict (key) do update set
        failures = case when t.last_failed_at < ${now}::timestamptz - make_interval(hours => ${throttleResetHours})
          then 1 else t.failures + 1 end,
        last_failed_at = greatest(t.last_failed_at, ${now}),
        blocked_until = case
          when t.last_failed_at < ${now}::timestamptz - make_interval(hours => ${throttleResetHours}) then '-infinity'
          when t.failures < ${attemptsBeforeDelay} then '-infinity'
          else ${now}::timestamptz + make_interval(secs =>
            least(2 ^ least(t.failures - ${attemptsBeforeDelay}, 20), ${longestSeconds})) end
      where t.blocked_until <= ${now}
      returning 1`.execute(db)
    if (rows.length === 0) throw new Refusal('too_many_attempts')
  }
}

/** Counts an attempt but never refuses it. Returns the count, which restarts after an hour without attempts. */
export async function countWithoutLimit(db: Kysely<DB>, key: string, now: Date): Promise<number> {
  const { rows } = await sql<{ failures: number }>`
    insert into sign_in_throttles as t (key, failures, last_failed_at, blocked_until)
    values (${key}, 1, ${now}, '-infinity')
    on conflict (key) do update set
      failures = case when t.last_failed_at < ${now}::timestamptz - make_interval(hours => ${throttleResetHours})
        then 1 else least(t.failures, 1000000) + 1 end,
      last_failed_at = greatest(t.last_failed_at, ${now})
    returning failures`.execute(db)
  return rows[0]?.failures ?? 0
}

/**
 * Removes a successful attempt from the counts. Shared keys keep the attempts of others. Each key has its own
 * statement, so that two requests cannot deadlock.
 */
export async function clearAttempts(
  db: Kysely<DB>,
  { own, shared = [] }: { own?: string; shared?: string[] },
): Promise<void> {
  if (own) await db.deleteFrom('sign_in_throttles').where('key', '=', own).execute()
  for (const key of shared) {
    await sql`
      with fewer as (
        update sign_in_throttles set failures = failures - 1 where key = ${key} and failures > 1 returning 1
      )
      delete from sign_in_throttles where key = ${key} and not exists (select from fewer)`.execute(db)
  }
}

/** Ends every block of an account after the identity of its owner was verified. */
export async function clearBlocks(db: Kysely<DB>, { id, email }: { id: AccountId; email: string }): Promise<void> {
  const keys = throttleKeysOf({ id, email })
  await db
    .deleteFrom('sign_in_throttles')
    .where((where) => where.or([where('about', '=', email), where('key', 'in', keys)]))
    .execute()
}
