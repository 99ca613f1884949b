import { findRecipient } from '#domain/accounts/profile-rows.server.ts'
import type { Context } from '#domain/context.server.ts'
import type { AccountId } from '#kernel/ids.ts'
import type { Product } from '#kernel/product.ts'
import type { Database } from '#platform/db/database.ts'
import { enqueue } from '#platform/jobs/port.ts'
import { renderMail } from '#platform/mail/layout.ts'
import type { Mailer } from '#platform/mail/port.ts'

/** All decisions about a person share a key, so that only one mail is sent, about the current state. */
export function enqueueSuspensionMail(tx: Database, profileId: AccountId): Promise<void> {
  return enqueue(tx, 'send_suspension_mail', { profileId }, { key: `suspension ${profileId}` })
}

/** Runs as a job: mails a student the current state of the account, suspended or active again. */
export async function sendSuspensionMail(
  ctx: Context & { mailer: Mailer; product: Product },
  { profileId }: { profileId: AccountId },
  jobId: string,
): Promise<void> {
  const person = await findRecipient(ctx.db, profileId)
  if (!person) return
  const { product } = ctx
  const { heading, paragraphs, action } = person.suspendedReason
    ? suspendedText(product, person.suspendedReason)
    : reopenedText(product)
  const body = renderMail({
    product,
    heading,
    paragraphs: [`Hello ${person.fullName},`, ...paragraphs],
    action,
  })
  await ctx.mailer.send({ to: person.email, subject: heading, ...body }, `suspension ${jobId}`)
}

function suspendedText({ name, contacts }: Product, reason: string) {
  return {
    heading: `Your account at ${name} is suspended`,
    paragraphs: [
      `Our team has suspended your account. The reason: ${reason}`,
      'You have been logged out everywhere. The money in your wallet stays yours.',
      `If you think this is a mistake, or want your money back, write to our support: ${contacts.supportEmail}.`,
    ],
    action: undefined,
  }
}

function reopenedText({ name, origin }: Product) {
  return {
    heading: `Your account at ${name} is open again`,
    paragraphs: ['Your account is no longer suspended. Everything is as you left it.'],
    action: { label: 'Log in', url: `${origin}/login` },
  }
}
