import type { Context } from '#domain/context.server.ts'
import type { Product } from '#kernel/product.ts'
import { renderMail } from '#platform/mail/layout.ts'
import type { Mailer } from '#platform/mail/port.ts'

type Decision = 'approved' | 'suspended'

/**
 * Runs as a job: tells an expert what the team has decided. What was decided otherwise meanwhile is not told any more; the
 * job's id is the mail's, so that a job that runs twice sends one mail twice, not two.
 */
export async function sendApprovalMail(
  ctx: Context & { mailer: Mailer; product: Product },
  { profileId, approval }: { profileId: string; approval: Decision },
  jobId: string,
): Promise<void> {
  const expert = await ctx.db
    .selectFrom('experts')
    .innerJoin('profiles', 'profiles.id', 'experts.user_id')
    .select(['profiles.email', 'profiles.full_name', 'experts.approval_reason'])
    .where('experts.user_id', '=', profileId)
    .where('experts.approval', '=', approval)
    .where('profiles.deleted_at', 'is', null)
    .executeTakeFirst()
  if (!expert) return
  const { product } = ctx
  const { heading, paragraphs, action } =
    approval === 'approved' ? approvedWords(product) : suspendedWords(product, expert.approval_reason)
  const body = renderMail({
    product,
    heading,
    paragraphs: [`Hello ${expert.full_name},`, ...paragraphs],
    action,
  })
  await ctx.mailer.send({ to: expert.email, subject: heading, ...body }, `approval ${jobId}`)
}

function approvedWords({ name, origin }: Product) {
  return {
    heading: `Your expert account at ${name} is approved`,
    paragraphs: [
      'Our team has approved your account: you can help students from now on.',
      'What to do next: open your profile, fill in whatever is still missing, and switch yourself online when you have time. You are offline until you do.',
    ],
    action: { label: 'Open your profile', url: `${origin}/expert/profile` },
  }
}

function suspendedWords({ name, contacts }: Product, reason: string | null) {
  return {
    heading: `Your expert account at ${name} is suspended`,
    paragraphs: [
      'Our team has suspended your account. You have been logged out everywhere, and students cannot reach you.',
      ...(reason ? [`The reason: ${reason}`] : []),
      `If you think this is a mistake, or want to know what has to happen first, write to our support: ${contacts.supportEmail}.`,
    ],
    action: undefined,
  }
}
