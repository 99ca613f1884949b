import { findAddressee } from '#domain/accounts/profile-rows.server.ts'
import { newToken } from '#domain/accounts/tokens.server.ts'
import type { Context } from '#domain/context.server.ts'
import { firstPasswordLinkHours, resetLinkMinutes } from '#kernel/limits.ts'
import type { Product } from '#kernel/product.ts'
import { minutesLater } from '#kernel/time.ts'
import { renderMail } from '#platform/mail/layout.ts'
import type { Mailer } from '#platform/mail/port.ts'

type Purpose = 'reset_password' | 'first_password'

/** A link that sets a password, once; its token is nowhere but with whoever gets it here. */
export async function createPasswordLink(
  { db, clock }: Context,
  { profileId, purpose }: { profileId: string; purpose: Purpose },
): Promise<{ token: string; tokenHash: Buffer }> {
  const { token, tokenHash } = newToken()
  const now = clock.now()
  const minutes = purpose === 'reset_password' ? resetLinkMinutes : firstPasswordLinkHours * 60
  await db
    .insertInto('one_time_links')
    .values({
      token_hash: tokenHash,
      profile_id: profileId,
      purpose,
      created_at: now,
      expires_at: minutesLater(now, minutes),
    })
    .execute()
  return { token, tokenHash }
}

/** Runs as a job: the token is made here, so that it is nowhere but in the mail; a repeated job makes another one. */
export async function sendPasswordLink(
  ctx: Context & { mailer: Mailer; product: Product },
  { profileId, purpose }: { profileId: string; purpose: Purpose },
): Promise<void> {
  const person = await findAddressee(ctx.db, profileId)
  if (!person) return
  const { token, tokenHash } = await createPasswordLink(ctx, { profileId, purpose })
  const url = `${ctx.product.origin}/reset-password/${token}`
  const words =
    purpose === 'reset_password' ? resetMailText(ctx.product.name) : welcomeMailText(ctx.product.name)
  const body = renderMail({
    product: ctx.product,
    heading: words.heading,
    paragraphs: [`Hello ${person.fullName},`, ...words.paragraphs],
    action: { label: words.label, url },
  })
  await ctx.mailer.send({ to: person.email, subject: words.heading, ...body }, tokenHash.toString('hex'))
}

function resetMailText(name: string) {
  return {
    heading: `Set a new password for ${name}`,
    paragraphs: [
      `Somebody, probably you, asked for a new password. The link below works once and for ${resetLinkMinutes} minutes.`,
      'If it was not you, do nothing: your password stays as it is.',
    ],
    label: 'Set a new password',
  }
}

function welcomeMailText(name: string) {
  return {
    heading: `Your expert account at ${name}`,
    paragraphs: [
      `Our team has opened an expert account for you. Choose a password with the link below; it works once and for ${firstPasswordLinkHours} hours.`,
      'We never send passwords by mail and never ask for yours.',
    ],
    label: 'Choose a password',
  }
}
