import { type Rejection, rejectionLetter } from '#domain/applications/contract.ts'
import { mailKey } from '#domain/applications/plan-interview.server.ts'
import { updateApplication } from '#domain/applications/update-application.server.ts'
import type { Context } from '#domain/context.server.ts'
import { allow, isPerson } from '#domain/policy.ts'
import { parse } from '#kernel/parse.ts'
import { Refusal } from '#kernel/refusals.ts'
import { enqueue } from '#platform/jobs/port.ts'

/** Rejects the application and mails the letter exactly as the team wrote it. */
export async function rejectApplication(ctx: Context, input: Rejection): Promise<void> {
  allow(ctx.actor, 'decideExperts')
  const { id, revision, letter } = parse(rejectionLetter, input)
  if (letter === '') throw new Refusal('letter_missing')
  const now = ctx.clock.now()
  await updateApplication(ctx, { id, revision }, async ({ db }, { answered_at: answeredAt }) => {
    await enqueue(db, 'send_application_mail', { applicationId: id, about: 'rejected' }, { key: mailKey(id) })
    return {
      change: {
        stage: 'rejected',
        letter,
        answered_at: answeredAt ?? now,
        decided_at: now,
        decided_by: isPerson(ctx.actor) ? ctx.actor.id : null,
      },
      act: 'application rejected',
      after: { stage: 'rejected' },
    }
  })
}
