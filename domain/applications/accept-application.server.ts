import type { Selectable } from 'kysely'
import { findByEmail, lockByEmail } from '#domain/accounts/profile-rows.server.ts'
import { type Acceptance, acceptance } from '#domain/applications/contract.ts'
import { openExpertAccount } from '#domain/applications/create-expert.server.ts'
import { updateApplication } from '#domain/applications/update-application.server.ts'
import type { Context } from '#domain/context.server.ts'
import { notify } from '#domain/notifications/notify.server.ts'
import { allow, isPerson } from '#domain/policy.ts'
import type { AccountId } from '#kernel/ids.ts'
import { parse } from '#kernel/parse.ts'
import { Refusal } from '#kernel/refusals.ts'
import type { Applications } from '#platform/db/schema.ts'

/**
 * Creates the expert account once and mails the applicant a link to choose a password. With `link`, an existing expert
 * account of that email address is linked instead. Other accounts are refused.
 */
export async function acceptApplication(ctx: Context, input: Acceptance): Promise<void> {
  allow(ctx.actor, 'decideExperts')
  const { id, revision, link = false } = parse(acceptance, input)
  const now = ctx.clock.now()
  await updateApplication(ctx, { id, revision }, async (txCtx, row) => {
    const profileId = link ? await lockExpert(txCtx, row.email) : await openAccount(txCtx, row)
    await notify(txCtx, {
      to: profileId,
      kind: 'application',
      facts: { what: 'accepted' },
      once: `application ${id}`,
      // A new account gets the mail with the link for its first password instead.
      withMail: link,
    })
    return {
      change: {
        stage: 'accepted',
        profile_id: profileId,
        answered_at: row.answered_at ?? now,
        decided_at: now,
        decided_by: isPerson(ctx.actor) ? ctx.actor.id : null,
      },
      act: 'application accepted',
      after: { stage: 'accepted', account: link ? 'linked' : 'new' },
      about: profileId,
    }
  })
}

type Applicant = Pick<Selectable<Applications>, 'email' | 'full_name' | 'phone' | 'category'>

async function openAccount(ctx: Context, applicant: Applicant): Promise<AccountId> {
  const { email, full_name: fullName, phone, category } = applicant
  const existing = await findByEmail(ctx.db, email)
  if (!existing) return openExpertAccount(ctx, { email, fullName, phone, category })
  throw new Refusal('application_has_account', {
    more:
      existing.role === 'expert'
        ? 'Link that expert to the application instead.'
        : 'It does not belong to an expert. Ask the applicant for another email address.',
  })
}

/** Locks the account, so that only one of two concurrent applications can link it. */
async function lockExpert({ db }: Context, email: string): Promise<AccountId> {
  const expert = await lockByEmail(db, email)
  if (expert?.role !== 'expert') throw new Refusal('no_such_expert')
  const linked = await db.selectFrom('applications').select('id').where('profile_id', '=', expert.id).executeTakeFirst()
  if (linked) throw new Refusal('account_linked')
  return expert.id
}
