import { staleRefusal } from '#domain/accounts/stale-refusal.server.ts'
import { writeAudit } from '#domain/audit/write-audit.server.ts'
import type { Context } from '#domain/context.server.ts'
import { type Check, type Verification, verification } from '#domain/experts/contract.ts'
import { inTransaction } from '#domain/in-transaction.server.ts'
import { notify } from '#domain/notifications/notify.server.ts'
import { allow, isPerson } from '#domain/policy.ts'
import type { ExpertId } from '#kernel/ids.ts'
import { parse } from '#kernel/parse.ts'
import { Refusal } from '#kernel/refusals.ts'

/** Records that the team verified the identity, degree, phone number or interview. The badge shows it. */
export async function verifyExpert(ctx: Context, input: Verification): Promise<void> {
  await changeVerification(ctx, input, async ({ db, actor, clock }, { expertId, what }) => {
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('expert_verifications')
      .values({
        expert_id: expertId,
        what,
        verified_at: clock.now(),
        verified_by: isPerson(actor) ? actor.id : null,
      })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow()
    return { act: 'expert verified', hasChanged: numInsertedOrUpdatedRows === 1n }
  })
}

/** Removes a verification that proved wrong. The audit log still contains it. */
export async function removeVerification(ctx: Context, input: Verification): Promise<void> {
  await changeVerification(ctx, input, async ({ db }, { expertId, what }) => {
    const { numDeletedRows } = await db
      .deleteFrom('expert_verifications')
      .where('expert_id', '=', expertId)
      .where('what', '=', what)
      .executeTakeFirstOrThrow()
    return { act: 'verification taken back', hasChanged: numDeletedRows === 1n }
  })
}

type Change = (
  ctx: Context,
  input: { expertId: ExpertId; what: Check },
) => Promise<{ act: 'expert verified' | 'verification taken back'; hasChanged: boolean }>

async function changeVerification(ctx: Context, input: Verification, change: Change): Promise<void> {
  allow(ctx.actor, 'prepareExpertsOrSystem')
  const { expertId, what } = parse(verification, input)
  await inTransaction(ctx, async (txCtx) => {
    const expert = await txCtx.db
      .selectFrom('experts')
      .select('user_id')
      .where('id', '=', expertId)
      .forUpdate()
      .executeTakeFirst()
    if (!expert) throw new Refusal('no_such_expert')
    const on = { thing: 'expert', id: expertId } as const
    const { act, hasChanged } = await change(txCtx, { expertId, what })
    if (!hasChanged) throw await staleRefusal(txCtx, { code: 'expert_moved_on', on })
    await writeAudit(txCtx, { act, on, about: expert.user_id, after: { check: what } })
    if (act !== 'expert verified') return
    await notify(txCtx, {
      to: expert.user_id,
      kind: 'application',
      facts: { what: 'verified', check: what },
      once: `verified ${what} ${ctx.clock.now().toISOString()}`,
      withMail: false,
    })
  })
  ctx.publish(`expert:${expertId}`, { type: 'changed' })
}
