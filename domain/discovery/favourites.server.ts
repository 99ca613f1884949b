import { sql } from 'kysely'
import { lockForCounting } from '#domain/accounts/prevent-deletion.server.ts'
import type { Context } from '#domain/context.server.ts'
import type { ExpertCard } from '#domain/discovery/contract.ts'
import { cardColumns, type CardRow, toCard } from '#domain/discovery/listing-rows.server.ts'
import { inTransaction } from '#domain/in-transaction.server.ts'
import { allow, isPerson } from '#domain/policy.ts'
import { type ExpertId, isUuid } from '#kernel/ids.ts'
import { favouritesMax } from '#kernel/limits.ts'
import { Refusal } from '#kernel/refusals.ts'

/** Adds or removes a favourite expert of the student. Idempotent. */
export async function setFavourite(
  ctx: Context,
  { expertId, wanted }: { expertId: string; wanted: boolean },
): Promise<void> {
  allow(ctx.actor, 'student')
  if (!isUuid<ExpertId>(expertId)) throw new Refusal('no_such_expert')
  const { id } = ctx.actor
  if (!wanted) {
    await ctx.db
      .deleteFrom('favourite_experts')
      .where('student_id', '=', id)
      .where('expert_id', '=', expertId)
      .execute()
    return
  }
  await inTransaction(ctx, async ({ db }) => {
    await lockForCounting(db, id)
    const listed = await db
      .selectFrom('listings')
      .select('expert_id')
      .where('expert_id', '=', expertId)
      .executeTakeFirst()
    if (!listed) throw new Refusal('no_such_expert')
    await db
      .insertInto('favourite_experts')
      .values({ student_id: id, expert_id: expertId, created_at: ctx.clock.now() })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    const { count } = await db
      .selectFrom('favourite_experts')
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .where('student_id', '=', id)
      .executeTakeFirstOrThrow()
    if (Number(count) > favouritesMax) throw new Refusal('too_many_favourites')
  })
}

/**
 * Lists the student's favourites as cards. Experts who can be called now come first, then busy ones, then offline
 * ones. The latest favourite is the first of its group. Skips experts who are not public.
 */
export async function listFavourites(ctx: Context): Promise<ExpertCard[]> {
  allow(ctx.actor, 'student')
  const id = ctx.actor.id
  const { rows } = await sql<CardRow>`
    select ${cardColumns} from favourite_experts join listings using (expert_id)
    where student_id = ${id} order by (online and not busy) desc, online desc, created_at desc, expert_id`.execute(
    ctx.db,
  )
  return rows.map(toCard)
}

export async function isFavourite({ db, actor }: Context, expertId: ExpertId): Promise<boolean> {
  if (!isPerson(actor)) return false
  const row = await db
    .selectFrom('favourite_experts')
    .select('created_at')
    .where('student_id', '=', actor.id)
    .where('expert_id', '=', expertId)
    .executeTakeFirst()
  return row !== undefined
}
