import { findAddressee } from '#domain/accounts/profile-rows.server.ts'
import { newToken } from '#domain/accounts/tokens.server.ts'
import type { Context } from '#domain/context.server.ts'
import type { AccountId } from '#kernel/ids.ts'
import { confirmLinkHours, restoreLinkDays } from '#kernel/limits.ts'
import { maskEmail } from '#kernel/mask-email.ts'
import type { Product } from '#kernel/product.ts'
import { minutesLater } from '#kernel/time.ts'
import type { Database } from '#platform/db/database.ts'
import { enqueue } from '#platform/jobs/port.ts'
import { renderMail } from '#platform/mail/layout.ts'
import type { Mailer } from '#platform/mail/port.ts'

export type EmailLinkPurpose = 'confirm' | 'restore'

type NewLink = { profileId: AccountId; email: string; purpose: EmailLinkPurpose; now: Date }

/** Plans the mail with a link about this address, in the transaction of the caller. */
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
 * Deletes links that would give the account another address. Whoever planned that knew the old password, so a new
 * password stops it. The link that confirms the current address stays.
 */
export async function stopAddressChanges(tx: Database, profileId: AccountId): Promise<void> {
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
  const person = link && (await findAddressee(ctx.db, link.profile_id))
  if (!link || !person) return
  const { name, origin } = ctx.product
  const text = link.purpose === 'confirm' ? confirmText(name) : restoreText(name, person.email)
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
      `Your account now uses ${maskEmail(newEmail)}. If it was you, you need to do nothing.`,
      `If it was not you, take your account back with the link below. It works once and for ${restoreLinkDays} days, signs everybody out and asks for a new password.`,
    ],
    label: 'It was not me: restore my address',
  }
}
