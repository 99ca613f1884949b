import { findRecipient } from '#domain/accounts/profile-rows.server.ts'
import { newToken } from '#domain/accounts/tokens.server.ts'
import type { Context } from '#domain/context.server.ts'
import type { Role } from '#domain/policy.ts'
import type { AccountId } from '#kernel/ids.ts'
import { firstPasswordLinkHours, resetLinkMinutes } from '#kernel/limits.ts'
import type { Product } from '#kernel/product.ts'
import { minutesLater } from '#kernel/time.ts'
import { renderMail } from '#platform/mail/layout.ts'
import type { Mailer } from '#platform/mail/port.ts'

type Purpose = 'reset_password' | 'first_password'

/** Creates a one-time link that sets a password. Only the caller gets the token. */
export async function createPasswordLink(
  { db, clock }: Context,
  { profileId, purpose }: { profileId: AccountId; purpose: Purpose },
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

/** Runs as a job: creates the token, which exists only in the mail. A repeated job creates another one. */
export async function sendPasswordLink(
  ctx: Context & { mailer: Mailer; product: Product },
  { profileId, purpose }: { profileId: AccountId; purpose: Purpose },
): Promise<void> {
  const person = await findRecipient(ctx.db, profileId)
  if (!person) return
  const { token, tokenHash } = await createPasswordLink(ctx, { profileId, purpose })
  const url = `${ctx.product.origin}/reset-password/${token}`
  const text =
    purpose === 'reset_password' ? resetMailText(ctx.product.name) : welcomeMailText(ctx.product.name, person.role)
  const body = renderMail({
    product: ctx.product,
    heading: text.heading,
    paragraphs: [`Hello ${person.fullName},`, ...text.paragraphs],
    action: { label: text.label, url },
  })
  await ctx.mailer.send({ to: person.email, subject: text.heading, ...body }, tokenHash.toString('hex'))
}

function resetMailText(name: string) {
  return {
    heading: `Set a new password for ${name}`,
    paragraphs: [
      `We received a request to set a new password for your account. The link below works once and for ${resetLinkMinutes} minutes.`,
      'If it was not you, ignore this email. Your password stays the same.',
    ],
    label: 'Set a new password',
  }
}

function welcomeMailText(name: string, role: Role) {
  const kind = role === 'team' ? 'a team' : 'an expert'
  return {
    heading: `Your ${role === 'team' ? 'team' : 'expert'} account at ${name}`,
    paragraphs: [
      `Our team has opened ${kind} account for you. Choose a password with the link below. It works once and for ${firstPasswordLinkHours} hours.`,
      'We never send passwords by email and never ask for yours.',
    ],
    label: 'Choose a password',
  }
}
