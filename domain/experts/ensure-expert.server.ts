import type { Context } from '#domain/context.server.ts'
import { allow } from '#domain/policy.ts'
import type { CategoryId } from '#kernel/catalogue.ts'
import type { AccountId, ExpertId } from '#kernel/ids.ts'
import type { Database } from '#platform/db/database.ts'

/**
 * Creates the expert record at the first visit, only for accounts with the role expert. Concurrent visits create one
 * record.
 */
export async function ensureExpert(ctx: Context): Promise<void> {
  allow(ctx.actor, 'expert')
  const { id } = ctx.actor
  const now = ctx.clock.now()
  await ctx.db
    .insertInto('experts')
    .columns(['user_id', 'profile_photo', 'member_since', 'updated_at'])
    .expression((query) =>
      query
        .selectFrom('profiles')
        .select(({ val }) => ['id', 'avatar_url', val(now).as('member_since'), val(now).as('updated_at')])
        .where('id', '=', id)
        .where('role', '=', 'expert')
        .where('deleted_at', 'is', null),
    )
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .execute()
}

/** Inserts the record for an account that is created in the same transaction. */
export async function insertExpert(
  tx: Database,
  { accountId, category, now }: { accountId: AccountId; category?: CategoryId; now: Date },
): Promise<void> {
  await tx
    .insertInto('experts')
    .values({ user_id: accountId, expertise_category: category, member_since: now, updated_at: now })
    .execute()
}

/** Returns the id of the expert. Null when the account is not an expert. */
export async function setExpertPhoto(
  tx: Database,
  { accountId, url, now }: { accountId: AccountId; url: string | null; now: Date },
): Promise<ExpertId | null> {
  const expert = await tx
    .updateTable('experts')
    .set({ profile_photo: url, updated_at: now })
    .where('user_id', '=', accountId)
    .returning('id')
    .executeTakeFirst()
  return expert?.id ?? null
}
