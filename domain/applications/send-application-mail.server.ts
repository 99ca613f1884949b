import type { Context } from '#domain/context.server.ts'
import { allow } from '#domain/policy.ts'
import type { ApplicationId } from '#kernel/ids.ts'
import type { Product } from '#kernel/product.ts'
import { dayAndTime } from '#kernel/time.ts'
import { defaultZone } from '#kernel/zones.ts'
import { renderMail } from '#platform/mail/layout.ts'
import type { Mailer } from '#platform/mail/port.ts'

/** Runs as a job: mails the decision of the team to the applicant, if it is still the current one. */
export async function sendApplicationMail(
  ctx: Context & { mailer: Mailer; product: Product },
  { applicationId, about }: { applicationId: ApplicationId; about: 'interview' | 'rejected' },
  jobId: string,
): Promise<void> {
  allow(ctx.actor, 'system')
  const application = await ctx.db
    .selectFrom('applications')
    .select(['email', 'full_name', 'phone', 'interview_at', 'letter'])
    .where('id', '=', applicationId)
    .where('stage', '=', about)
    .executeTakeFirst()
  if (!application) return
  const { product } = ctx
  const { email, full_name: name, phone, interview_at: at, letter } = application
  const { heading, paragraphs } =
    about === 'interview' && at
      ? interviewText(product, { name, phone, at })
      : { heading: `Your application to ${product.name}`, paragraphs: (letter ?? '').split(/\n\s*\n/) }
  const footer = `You received this email because you applied to be an expert at ${product.name}. Questions? Write to ${product.contacts.hiringEmail}.`
  const body = renderMail({ product, heading, paragraphs, footer })
  await ctx.mailer.send({ to: email, subject: heading, ...body }, `application ${jobId}`)
}

function interviewText(product: Product, { name, phone, at }: { name: string; phone: string; at: Date }) {
  return {
    heading: `An interview with ${product.name}`,
    paragraphs: [
      `Dear ${name},`,
      `Thank you for your application. We would like to interview you. We will call you at ${phone} on ${dayAndTime(at, defaultZone)}, Indian time.`,
      `If this time does not suit you, write to ${product.contacts.hiringEmail} and we will find another.`,
    ],
  }
}
