import type { Context } from '#domain/context.server.ts'
import { allow, isPerson } from '#domain/policy.ts'
import type { CategoryId } from '#kernel/catalogue.ts'
import type { AccountId, ExpertId } from '#kernel/ids.ts'
import type { Database } from '#platform/db/database.ts'

/**
 * The record of an expert comes into being at the first visit, and only for an account whose role is expert already. Ten
 * visits at once make one record.
 */
export async function ensureExpert(ctx: Context): Promise<void> {
  allow(ctx.actor, 'expert')
  if (!isPerson(ctx.actor)) return
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

/** The record of an account that is being opened in the same database transaction. */
export async function insertExpert(
  tx: Database,
  { accountId, category, now }: { accountId: AccountId; category?: CategoryId; now: Date },
): Promise<void> {
  await tx
    .insertInto('experts')
    .values({ user_id: accountId, expertise_category: category, member_since: now, updated_at: now })
    .execute()
}

/** Answers whose record it is; nothing for somebody who is no expert. */
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
  return (expert?.id ?? null) as ExpertId | null
}
