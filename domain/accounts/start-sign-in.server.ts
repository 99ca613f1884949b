import { type Kysely, sql } from 'kysely'
import { signInHours } from '#domain/accounts/rules.ts'
import { newToken } from '#domain/accounts/tokens.server.ts'
import type { Context } from '#domain/context.server.ts'
import type { Role } from '#domain/policy.ts'
import type { AccountId } from '#kernel/ids.ts'
import { signInCookieDays, signInMaxDays } from '#kernel/limits.ts'
import { daysLater, hoursLater } from '#kernel/time.ts'
import type { DB } from '#platform/db/schema.ts'

export type StartedSignIn = { token: string; id: AccountId; role: Role }

/** Creates a new token for every sign-in, which prevents session fixation. */
export async function startSignIn(
  ctx: Context,
  db: Kysely<DB>,
  account: { id: AccountId; role: Role },
  from: { address: string; userAgent: string; hasSecondFactor?: boolean },
): Promise<StartedSignIn> {
  const { token, tokenHash } = newToken()
  const now = ctx.clock.now()
  await db
    .insertInto('sign_ins')
    .values({
      profile_id: account.id,
      token_hash: tokenHash,
      created_at: now,
      last_used_at: now,
      expires_at: hoursLater(now, signInHours(account.role)),
      user_agent: from.userAgent.slice(0, 300),
      address: from.address,
      second_factor_at: from.hasSecondFactor ? now : null,
    })
    .execute()
  return { token, ...account }
}

/**
 * Extends the sign-in of a browser that is in use, up to its longest lifetime, and stores the network address from
 * which it is used now.
 */
export async function renewSignIn(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  { id, address }: { id: string; address: string },
): Promise<void> {
  const now = clock.now()
  await db
    .updateTable('sign_ins')
    .set({
      last_used_at: now,
      expires_at: sql`least(${daysLater(now, signInCookieDays)}::timestamptz, created_at + ${signInMaxDays} * interval '1 day')`,
      ...(address !== '' && { address }),
    })
    .where('id', '=', id)
    .execute()
}

/** Marks a sign-in in which its owner has added a second factor. */
export async function markSecondFactor(db: Kysely<DB>, id: string, now: Date): Promise<void> {
  await db.updateTable('sign_ins').set({ second_factor_at: now }).where('id', '=', id).execute()
}
