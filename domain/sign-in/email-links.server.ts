import { email as emailShape } from '#domain/accounts/contract.ts'
import { endAllSignIns } from '#domain/accounts/end-sign-ins.server.ts'
import { countInHour, emailLinkCountKey } from '#domain/accounts/hourly-counts.server.ts'
import { findByEmail, hasConfirmedEmail, lockProfile, setEmail } from '#domain/accounts/profile-rows.server.ts'
import { hashToken } from '#domain/accounts/tokens.server.ts'
import type { Context } from '#domain/context.server.ts'
import { inTransaction } from '#domain/in-transaction.server.ts'
import { allow, type Role } from '#domain/policy.ts'
import { confirmPassword } from '#domain/sign-in/confirm-password.server.ts'
import { deleteUselessRecoveryCodes } from '#domain/sign-in/recovery-codes.server.ts'
import { type EmailLinkPurpose, planEmailLink } from '#domain/sign-in/send-email-link.server.ts'
import type { AccountId } from '#kernel/ids.ts'
import { emailLinksPerHour, restoreLinkDays } from '#kernel/limits.ts'
import { parse } from '#kernel/parse.ts'
import { Refusal } from '#kernel/refusals.ts'
import { daysLater } from '#kernel/time.ts'
import type { Database } from '#platform/db/database.ts'
import { enqueue } from '#platform/jobs/port.ts'

/** Sends another link to the unconfirmed address of the actor. */
export async function resendEmailLink(ctx: Context): Promise<void> {
  allow(ctx.actor, 'signedIn')
  const profileId = ctx.actor.id
  const now = ctx.clock.now()
  await countLink(ctx, profileId)
  await inTransaction(ctx, async ({ db }) => {
    const profile = await getOpenProfile(db, profileId)
    if (profile.email_confirmed_at) throw new Refusal('email_confirmed')
    await planEmailLink(db, { profileId, email: profile.email, purpose: 'confirm', now })
  })
}

/**
 * Corrects an unconfirmed address at once. A confirmed one stays until the new one is confirmed by its link. Both need
 * the password.
 */
export async function changeEmail(
  ctx: Context,
  input: { email: string; password: string },
): Promise<{ isChanged: boolean }> {
  allow(ctx.actor, 'signedIn')
  const profileId = ctx.actor.id
  const email = parse(emailShape, input.email)
  await confirmPassword(ctx, profileId, input.password)
  await countLink(ctx, profileId)
  const now = ctx.clock.now()
  return inTransaction(ctx, async (txCtx) => {
    const { db } = txCtx
    const profile = await getOpenProfile(db, profileId)
    if (profile.email === email) throw new Refusal('same_email')
    await refuseTakenEmail(db, { email, now, exceptId: profileId })
    await deleteUnusedLinks(db, profileId)
    const isChanged = !hasConfirmedEmail(profile)
    if (isChanged) await setEmail(db, { id: profileId, email, confirmedAt: null, now })
    await planEmailLink(db, { profileId, email, purpose: 'confirm', now })
    if (isChanged) txCtx.publish(`account:${profileId}`, { type: 'changed' })
    return { isChanged }
  })
}

/** Returns what the link does, without using it up; null when it no longer works. */
export async function findEmailLink(
  ctx: Context,
  token: string,
): Promise<{ purpose: EmailLinkPurpose; email: string } | null> {
  const link = await selectWorkingLink(ctx, token).executeTakeFirst()
  return link ? { purpose: link.purpose as EmailLinkPurpose, email: link.email } : null
}

/**
 * Uses up a link. It proves the address and makes it the address of the account. A former address that was confirmed
 * gets a link that restores it. Restoring ends all sign-ins and removes the password, because a stranger knew it.
 */
export async function applyEmailLink(ctx: Context, token: string): Promise<{ purpose: EmailLinkPurpose }> {
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
    if (purpose === 'confirm') await refuseTakenEmail(db, { email, now, exceptId: id })
    await setEmail(db, { id, email, confirmedAt: now, now })
    if (profile.email !== email) await deleteUnusedLinks(db, id)
    if (purpose === 'restore') await closeToStrangers(txCtx, { id, role: profile.role, changedAt: found.created_at })
    else if (profile.email !== email && hasConfirmedEmail(profile)) {
      await planEmailLink(db, { profileId: id, email: profile.email, purpose: 'restore', now })
    }
    txCtx.publish(`account:${id}`, { type: 'changed' })
    return { purpose }
  })
}

/** Refuses the address of another account, and one that its former owner can still take back. */
export async function refuseTakenEmail(
  db: Database,
  { email, now, exceptId }: { email: string; now: Date; exceptId?: AccountId },
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

/** Links that were mailed to another address must not work for this one. Those that restore stay. */
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
 * Removes passkeys and an authenticator that were added shortly before the change or after it, perhaps by a stranger.
 * Older ones are the owner's and still protect the account.
 */
async function closeToStrangers(
  ctx: Context,
  { id, role, changedAt }: { id: AccountId; role: Role; changedAt: Date },
): Promise<void> {
  const since = daysLater(changedAt, -restoreLinkDays)
  await ctx.db.deleteFrom('credentials').where('profile_id', '=', id).execute()
  await ctx.db.deleteFrom('passkeys').where('profile_id', '=', id).where('created_at', '>=', since).execute()
  await ctx.db.deleteFrom('second_factors').where('profile_id', '=', id).where('confirmed_at', '>=', since).execute()
  await deleteUselessRecoveryCodes(ctx, { id, role })
  await ctx.db.deleteFrom('email_links').where('profile_id', '=', id).where('used_at', 'is', null).execute()
  await endAllSignIns(ctx, id)
  await enqueue(ctx.db, 'send_password_link', { profileId: id, purpose: 'reset_password' })
}
