import { countInHour } from '#domain/accounts/hourly-counts.server.ts'
import { findRecipient } from '#domain/accounts/profile-rows.server.ts'
import { hashToken, newToken } from '#domain/accounts/tokens.server.ts'
import type { Context } from '#domain/context.server.ts'
import type { AccountId } from '#kernel/ids.ts'
import { confirmLinkHours, emailLinksPerMailboxAndHour, restoreLinkDays } from '#kernel/limits.ts'
import { maskEmail } from '#kernel/mask-email.ts'
import type { Product } from '#kernel/product.ts'
import { minutesLater } from '#kernel/time.ts'
import type { Database } from '#platform/db/database.ts'
import { enqueue } from '#platform/jobs/port.ts'
import { renderMail } from '#platform/mail/layout.ts'
import type { Mailer } from '#platform/mail/port.ts'

export type EmailLinkPurpose = 'confirm' | 'restore'

type NewLink = { profileId: AccountId; email: string; purpose: EmailLinkPurpose; now: Date }

/**
 * Counts one more link that a stranger may have requested for an email address, and refuses it above the hourly limit.
 * The limit of an account does not protect the owner of the email address, because anybody can open many accounts.
 */
export async function countLinkTo(tx: Database, email: string, now: Date): Promise<void> {
  // Many providers deliver 'asha+anything@' to the mailbox of 'asha@'.
  const mailbox = email.toLowerCase().replace(/\+[^@]*@/, '@')
  // The key holds no email address in plain text, because the count is not deleted with an account.
  const key = `email link to ${hashToken(mailbox).toString('base64url')}`
  await countInHour(tx, { key, max: emailLinksPerMailboxAndHour, refusal: 'too_many_email_links' }, now)
}

/** Creates a link for this email address and enqueues its mail, in the transaction of the caller. */
export async function planEmailLink(tx: Database, { profileId, email, purpose, now }: NewLink): Promise<void> {
  const minutes = purpose === 'confirm' ? confirmLinkHours * 60 : restoreLinkDays * 24 * 60
  const { id } = await tx
    .insertInto('email_links')
    .values({ profile_id: profileId, email, purpose, created_at: now, expires_at: minutesLater(now, minutes) })
    .returning('id')
    .executeTakeFirstOrThrow()
  await enqueue(tx, 'send_email_link', { linkId: id })
}

/**
 * Deletes links that would give the account another email address. The person who requested them knew the old password,
 * so a new password cancels them. The link that confirms the current email address stays.
 */
export async function stopEmailChanges(tx: Database, profileId: AccountId): Promise<void> {
  await tx
    .deleteFrom('email_links')
    .where('profile_id', '=', profileId)
    .where('purpose', '=', 'confirm')
    .where('used_at', 'is', null)
    .where('email', '<>', (eb) => eb.selectFrom('profiles').select('email').where('profiles.id', '=', profileId))
    .execute()
}

/** Runs as a job: creates the token, which exists only in the mail. A repeated job replaces it. */
export async function sendEmailLink(
  ctx: Context & { mailer: Mailer; product: Product },
  { linkId }: { linkId: string },
): Promise<void> {
  const { token, tokenHash } = newToken()
  const link = await ctx.db
    .updateTable('email_links')
    .set({ token_hash: tokenHash })
    .where('id', '=', linkId)
    .where('used_at', 'is', null)
    .where('expires_at', '>', ctx.clock.now())
    .returning(['profile_id', 'email', 'purpose'])
    .executeTakeFirst()
  const person = link && (await findRecipient(ctx.db, link.profile_id))
  if (!link || !person) return
  const { name, origin } = ctx.product
  const undoText = link.email === person.email ? undoFactorText(name) : restoreText(name, person.email)
  const text = link.purpose === 'confirm' ? confirmText(name) : undoText
  const body = renderMail({
    product: ctx.product,
    heading: text.heading,
    paragraphs: [`Hello ${person.fullName},`, ...text.paragraphs],
    action: { label: text.label, url: `${origin}/confirm-email/${token}` },
  })
  await ctx.mailer.send({ to: link.email, subject: text.heading, ...body }, tokenHash.toString('hex'))
}

function confirmText(name: string) {
  return {
    heading: `Confirm your email address for ${name}`,
    paragraphs: [
      `Please confirm that this address is yours. The link below works once and for ${confirmLinkHours} hours.`,
      `If you have no account at ${name}, ignore this email. Nothing happens without the link.`,
    ],
    label: 'Confirm this address',
  }
}

function restoreText(name: string, newEmail: string) {
  return {
    heading: `Your email address for ${name} was changed`,
    paragraphs: [
      `Your account now uses ${maskEmail(newEmail)}. If it was you, you do not need to do anything.`,
      `If it was not you, take your account back with the link below. It works once and for ${restoreLinkDays} days, signs everybody out and asks for a new password.`,
    ],
    label: 'It was not me: restore my address',
  }
}

function undoFactorText(name: string) {
  return {
    heading: `Your account at ${name} has a new second factor`,
    paragraphs: [
      'From now on each login with your password also needs a code from an authenticator. If you set it up, you do not need to do anything.',
      `If it was not you, take your account back with the link below. It works once and for ${restoreLinkDays} days, removes the authenticator, signs everybody out and asks for a new password.`,
    ],
    label: 'It was not me: take my account back',
  }
}
