import { type ExpressionBuilder, sql } from 'kysely'
import { findRecipient } from '#domain/accounts/profile-rows.server.ts'
import type { Context } from '#domain/context.server.ts'
import type { PrivacyPart } from '#domain/privacy-part.server.ts'
import { throttleKeysOf } from '#domain/sign-in/throttle.server.ts'
import type { AccountId } from '#kernel/ids.ts'
import type { DB } from '#platform/db/schema.ts'

export const signInPart: PrivacyPart = {
  async collect(ctx, id) {
    const { db } = ctx
    return {
      password: await db.selectFrom('credentials').select('changed_at').where('profile_id', '=', id).executeTakeFirst(),
      password_links: await db
        .selectFrom('one_time_links')
        .select(['purpose', 'created_at', 'expires_at', 'used_at'])
        .where('profile_id', '=', id)
        .execute(),
      email_links: await db
        .selectFrom('email_links')
        .select(['purpose', 'email', 'created_at', 'expires_at', 'used_at'])
        .where('profile_id', '=', id)
        .execute(),
      second_factor: await db
        .selectFrom('second_factors')
        .select('confirmed_at')
        .where('profile_id', '=', id)
        .executeTakeFirst(),
      recovery_codes: await db.selectFrom('recovery_codes').select('used_at').where('profile_id', '=', id).execute(),
      passkeys: await db
        .selectFrom('passkeys')
        .select(['name', 'created_at', 'last_used_at'])
        .where('profile_id', '=', id)
        .orderBy('created_at')
        .execute(),
      passkey_offer: await db
        .selectFrom('passkey_offers')
        .select(['shown_at', 'dismissed_at'])
        .where('profile_id', '=', id)
        .executeTakeFirst(),
      known_browsers: await db
        .selectFrom('known_browsers')
        .select(['first_seen_at', 'last_seen_at', 'address', 'user_agent'])
        .where('profile_id', '=', id)
        .orderBy('first_seen_at')
        .execute(),
      counted_attempts: await listAttemptsOn(ctx, id),
    }
  },
  async forget(ctx, id) {
    const { db } = ctx
    await db.deleteFrom('credentials').where('profile_id', '=', id).execute()
    await db.deleteFrom('one_time_links').where('profile_id', '=', id).execute()
    await db.deleteFrom('email_links').where('profile_id', '=', id).execute()
    await db.deleteFrom('second_factors').where('profile_id', '=', id).execute()
    await db.deleteFrom('recovery_codes').where('profile_id', '=', id).execute()
    await db.deleteFrom('passkeys').where('profile_id', '=', id).execute()
    await db.deleteFrom('passkey_offers').where('profile_id', '=', id).execute()
    await db.deleteFrom('known_browsers').where('profile_id', '=', id).execute()
    await db
      .deleteFrom('sign_in_throttles')
      .where(await isAttemptOn(ctx, id))
      .execute()
  },
}

/** Leaves out the network addresses and browsers of the attempts, because other people may have made them. */
async function listAttemptsOn(ctx: Context, id: AccountId) {
  const key = sql<string>`substring(key from '^(?:account|guesses of|reset of|password|code) [^ ]+')`.as('key')
  return ctx.db
    .selectFrom('sign_in_throttles')
    .select([key, 'failures', 'last_failed_at', 'blocked_until'])
    .where(await isAttemptOn(ctx, id))
    .execute()
}

/** The condition for attempts by this person, and for attempts to sign in to this account. */
async function isAttemptOn({ db }: Context, id: AccountId) {
  const { email = '' } = (await findRecipient(db, id)) ?? {}
  return ({ or, eb }: ExpressionBuilder<DB, 'sign_in_throttles'>) =>
    or([eb('about', '=', email), eb('key', 'in', throttleKeysOf({ id, email }))])
}
