import { emailForm } from '#domain/accounts/contract.ts'
import { endAllSignIns, requireSignIn } from '#domain/accounts/end-sign-ins.server.ts'
import { countInHour, emailLinkCountKey } from '#domain/accounts/hourly-counts.server.ts'
import { findByEmail, hasConfirmedEmail, lockProfile, setEmail } from '#domain/accounts/profile-rows.server.ts'
import { hashToken } from '#domain/accounts/tokens.server.ts'
import type { Context } from '#domain/context.server.ts'
import { inTransaction } from '#domain/in-transaction.server.ts'
import { allow, type Role } from '#domain/policy.ts'
import { confirmPassword } from '#domain/sign-in/confirm-password.server.ts'
import { deleteUnneededRecoveryCodes } from '#domain/sign-in/recovery-codes.server.ts'
import { countLinkTo, type EmailLinkPurpose, planEmailLink } from '#domain/sign-in/send-email-link.server.ts'
import type { AccountId } from '#kernel/ids.ts'
import { emailLinksPerHour, restoreLinkDays } from '#kernel/limits.ts'
import { parseForm } from '#kernel/parse.ts'
import { Refusal } from '#kernel/refusals.ts'
import { daysLater } from '#kernel/time.ts'
import type { Database } from '#platform/db/database.ts'
import { enqueue } from '#platform/jobs/port.ts'

/** Sends another link to the unconfirmed email address of the actor. */
export async function resendEmailLink(ctx: Context): Promise<void> {
  allow(ctx.actor, 'signedIn')
  const profileId = ctx.actor.id
  const now = ctx.clock.now()
  await countLink(ctx, profileId)
  await inTransaction(ctx, async ({ db }) => {
    const profile = await getOpenProfile(db, profileId)
    if (profile.email_confirmed_at) throw new Refusal('email_confirmed')
    await countLinkTo(db, profile.email, now)
    await planEmailLink(db, { profileId, email: profile.email, purpose: 'confirm', now })
  })
}

/**
 * Replaces an unconfirmed email address immediately. A confirmed email address stays until the new one is confirmed by
 * its link. Requires the password in both cases.
 */
export async function changeEmail(
  ctx: Context,
  input: { email: string; password: string },
): Promise<{ isChanged: boolean }> {
  allow(ctx.actor, 'signedIn')
  const { id: profileId, signInId } = ctx.actor
  const { email } = parseForm(emailForm, input)
  await confirmPassword(ctx, profileId, input.password)
  await countLink(ctx, profileId)
  const now = ctx.clock.now()
  return inTransaction(ctx, async (txCtx) => {
    const { db } = txCtx
    const profile = await getOpenProfile(db, profileId)
    await requireSignIn(db, signInId)
    if (profile.email === email) throw new Refusal('same_email')
    await refuseTakenEmail(db, { email, now, exceptId: profileId })
    await countLinkTo(db, email, now)
    await deleteUnusedLinks(db, profileId)
    const isChanged = !hasConfirmedEmail(profile)
    if (isChanged) await setEmail(db, { id: profileId, email, confirmedAt: null, now })
    await planEmailLink(db, { profileId, email, purpose: 'confirm', now })
    if (isChanged) txCtx.publish(`account:${profileId}`, { type: 'changed' })
    return { isChanged }
  })
}

type FoundLink = {
  purpose: EmailLinkPurpose
  email: string
  /** It restores an account that still has this email address, and undoes a new second factor. */
  keepsAddress?: true
}

/** Returns a link without using it up. Null when the link no longer works. */
export async function findEmailLink(ctx: Context, token: string): Promise<FoundLink | null> {
  const link = await selectWorkingLink(ctx, token).executeTakeFirst()
  if (!link) return null
  const owner = await findByEmail(ctx.db, link.email)
  const keepsAddress = link.purpose === 'restore' && owner?.id === link.profile_id
  return { purpose: link.purpose as EmailLinkPurpose, email: link.email, ...(keepsAddress && { keepsAddress }) }
}

/**
 * Uses up a link, and makes its email address the confirmed email address of the account. A former confirmed email
 * address gets a link that restores it. Restoring ends all sign-ins and removes the password, because a stranger may
 * know it. The link that came with a new second factor restores the present email address, or the former one if it was
 * changed since.
 */
export async function applyEmailLink(ctx: Context, token: string): Promise<Omit<FoundLink, 'email'> & { role: Role }> {
  const now = ctx.clock.now()
  return inTransaction(ctx, async (txCtx) => {
    const { db } = txCtx
    const found = await selectWorkingLink(txCtx, token).executeTakeFirst()
    if (!found) throw new Refusal('link_not_valid')
    const id = found.profile_id
    const profile = await getOpenProfile(db, id)
    const link = await db
      .updateTable('email_links')
      .set({ used_at: now })
      .where('id', '=', found.id)
      .where('used_at', 'is', null)
      .returning('email')
      .executeTakeFirst()
    if (!link) throw new Refusal('link_not_valid')
    const purpose = found.purpose as EmailLinkPurpose
    const { email } = link
    await setEmail(db, { id, email, confirmedAt: now, now })
    if (profile.email !== email) await deleteUnusedLinks(db, id)
    if (purpose === 'restore') await secureAccount(txCtx, { id, role: profile.role, changedAt: found.created_at })
    else if (profile.email !== email && hasConfirmedEmail(profile)) {
      await planEmailLink(db, { profileId: id, email: profile.email, purpose: 'restore', now })
    }
    txCtx.publish(`account:${id}`, { type: 'changed' })
    const keepsAddress = purpose === 'restore' && profile.email === email
    return { purpose, ...(keepsAddress && { keepsAddress }), role: profile.role }
  })
}

/**
 * Refuses an email address, before a link is sent, if another account has it or can still restore it. The database
 * checks again when the email address is stored.
 */
async function refuseTakenEmail(
  db: Database,
  { email, now, exceptId }: { email: string; now: Date; exceptId: AccountId },
): Promise<void> {
  const owner = await findByEmail(db, email)
  const reserved = await db
    .selectFrom('email_links')
    .select('profile_id')
    .where('email', '=', email)
    .where('purpose', '=', 'restore')
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .execute()
  const isTaken = [owner?.id, ...reserved.map(({ profile_id }) => profile_id)].some((id) => id && id !== exceptId)
  if (isTaken) throw new Refusal('email_taken')
}

function selectWorkingLink({ db, clock }: Context, token: string) {
  return db
    .selectFrom('email_links')
    .select(['id', 'profile_id', 'purpose', 'email', 'created_at'])
    .where('token_hash', '=', hashToken(token))
    .where('used_at', 'is', null)
    .where('expires_at', '>', clock.now())
}

function countLink({ db, clock }: Context, id: AccountId): Promise<void> {
  const limit = { key: emailLinkCountKey(id), max: emailLinksPerHour, refusal: 'too_many_email_links' } as const
  return countInHour(db, limit, clock.now())
}

async function getOpenProfile(db: Database, id: AccountId) {
  const profile = await lockProfile(db, id)
  if (!profile || profile.deleted_at) throw new Refusal('no_such_person')
  return profile
}

/** Deletes links mailed to another email address, because they must not work for the new one. Restore links stay. */
async function deleteUnusedLinks(db: Database, id: AccountId): Promise<void> {
  await db
    .deleteFrom('email_links')
    .where('profile_id', '=', id)
    .where('purpose', '=', 'confirm')
    .where('used_at', 'is', null)
    .execute()
  await db.deleteFrom('one_time_links').where('profile_id', '=', id).where('used_at', 'is', null).execute()
}

/**
 * Removes the password, and passkeys and an authenticator that were added shortly before or after the change, perhaps
 * by a stranger. Older passkeys and authenticators belong to the owner and stay.
 */
async function secureAccount(
  ctx: Context,
  { id, role, changedAt }: { id: AccountId; role: Role; changedAt: Date },
): Promise<void> {
  const since = daysLater(changedAt, -restoreLinkDays)
  await ctx.db.deleteFrom('credentials').where('profile_id', '=', id).execute()
  await ctx.db.deleteFrom('passkeys').where('profile_id', '=', id).where('created_at', '>=', since).execute()
  await ctx.db.deleteFrom('second_factors').where('profile_id', '=', id).where('confirmed_at', '>=', since).execute()
  await deleteUnneededRecoveryCodes(ctx, { id, role })
  await ctx.db.deleteFrom('email_links').where('profile_id', '=', id).where('used_at', 'is', null).execute()
  await endAllSignIns(ctx, id)
  await enqueue(ctx.db, 'send_password_link', { profileId: id, purpose: 'reset_password' })
}
