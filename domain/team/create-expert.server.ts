import { insertProfile } from '#domain/accounts/insert-profile.server.ts'
import { writeAudit } from '#domain/audit/write-audit.server.ts'
import type { Context } from '#domain/context.server.ts'
import { allow } from '#domain/policy.ts'
import { type NewExpert, newExpert } from '#domain/team/contract.ts'
import type { AccountId } from '#kernel/ids.ts'
import { Refusal } from '#kernel/refusals.ts'
import { enqueue } from '#platform/jobs/port.ts'

/** Opens an account for somebody who applied by mail. They choose their password by a one-time link; nobody else knows it. */
export async function createExpert(ctx: Context, input: NewExpert): Promise<AccountId> {
  allow(ctx.actor, 'teamOrSystem')
  const parsed = newExpert.safeParse(input)
  if (!parsed.success) throw new Refusal('invalid_input')
  const { email, fullName, phone, category } = parsed.data
  const now = ctx.clock.now()
  return ctx.db.transaction().execute(async (tx) => {
    const id = await insertProfile(tx, { email, fullName, phone, role: 'expert' }, now)
    await tx
      .insertInto('experts')
      .values({ user_id: id, expertise_category: category, member_since: now, updated_at: now })
      .execute()
    await writeAudit({ ...ctx, db: tx }, { act: 'expert created', about: id, after: { category } })
    await enqueue(tx, 'send_password_link', { profileId: id, purpose: 'first_password' })
    return id
  })
}
