import { findAddressee } from '#domain/accounts/profile-rows.server.ts'
import type { Context } from '#domain/context.server.ts'
import type { PrivacyPart } from '#domain/privacy-part.server.ts'
import { throttleKeysOf } from '#domain/sign-in/throttle.server.ts'
import type { AccountId } from '#kernel/ids.ts'

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
      known_browsers: await db
        .selectFrom('known_browsers')
        .select(['first_seen_at', 'last_seen_at'])
        .where('profile_id', '=', id)
        .orderBy('first_seen_at')
        .execute(),
      counted_attempts: await db
        .selectFrom('sign_in_throttles')
        .selectAll()
        .where('key', 'in', await listThrottleKeys(ctx, id))
        .execute(),
    }
  },
  async forget(ctx, id) {
    const { db } = ctx
    await db.deleteFrom('credentials').where('profile_id', '=', id).execute()
    await db.deleteFrom('one_time_links').where('profile_id', '=', id).execute()
    await db.deleteFrom('email_links').where('profile_id', '=', id).execute()
    await db.deleteFrom('second_factors').where('profile_id', '=', id).execute()
    await db.deleteFrom('recovery_codes').where('profile_id', '=', id).execute()
    await db.deleteFrom('known_browsers').where('profile_id', '=', id).execute()
    await db
      .deleteFrom('sign_in_throttles')
      .where('key', 'in', await listThrottleKeys(ctx, id))
      .execute()
  },
}

/** The keys under which this person's attempts are counted. */
async function listThrottleKeys({ db }: Context, id: AccountId): Promise<string[]> {
  const { email = '' } = (await findAddressee(db, id)) ?? {}
  return throttleKeysOf({ id, email })
}
