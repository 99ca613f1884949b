import { insertProfile } from '#domain/accounts/insert-profile.server.ts'
import { type NewExpert, newExpert } from '#domain/applications/contract.ts'
import { writeAudit } from '#domain/audit/write-audit.server.ts'
import type { Context } from '#domain/context.server.ts'
import { insertExpert } from '#domain/experts/ensure-expert.server.ts'
import { inTransaction } from '#domain/in-transaction.server.ts'
import { allow } from '#domain/policy.ts'
import type { AccountId } from '#kernel/ids.ts'
import { parse } from '#kernel/parse.ts'
import { enqueue } from '#platform/jobs/port.ts'

/**
 * Creates an account for an expert who applied by email. They choose the password with a one-time link, so no one else
 * knows it.
 */
export async function createExpert(ctx: Context, input: NewExpert): Promise<AccountId> {
  allow(ctx.actor, 'decideExpertsOrSystem')
  return inTransaction(ctx, async (txCtx) => openExpertAccount(txCtx, input))
}

/** Same as `createExpert`, inside the transaction of the caller. */
export async function openExpertAccount(ctx: Context, input: NewExpert): Promise<AccountId> {
  allow(ctx.actor, 'decideExpertsOrSystem')
  const { email, fullName, phone, category } = parse(newExpert, input)
  const { db } = ctx
  const now = ctx.clock.now()
  const id = await insertProfile(db, { email, fullName, phone, role: 'expert' }, now)
  await insertExpert(db, { accountId: id, category, now })
  await writeAudit(ctx, { act: 'expert created', about: id, after: { category } })
  await enqueue(db, 'send_password_link', { profileId: id, purpose: 'first_password' })
  return id
}
