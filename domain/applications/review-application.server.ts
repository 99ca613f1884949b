import { review, type ApplicationVersion } from '#domain/applications/contract.ts'
import { updateApplication } from '#domain/applications/update-application.server.ts'
import type { Context } from '#domain/context.server.ts'
import { allow } from '#domain/policy.ts'
import { parse } from '#kernel/parse.ts'

/** Marks the application as under review. The applicant is not notified, so the answer deadline stays. */
export async function reviewApplication(ctx: Context, input: ApplicationVersion): Promise<void> {
  allow(ctx.actor, 'prepareExperts')
  const parsed = parse(review, input)
  await updateApplication(ctx, parsed, async () => ({
    change: { stage: 'reviewing' },
    act: 'application reviewed',
    after: { stage: 'reviewing' },
  }))
}
