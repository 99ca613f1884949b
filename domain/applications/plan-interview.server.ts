import { interview, type ApplicationVersion } from '#domain/applications/contract.ts'
import { updateApplication } from '#domain/applications/update-application.server.ts'
import type { Context } from '#domain/context.server.ts'
import { allow } from '#domain/policy.ts'
import { interviewAheadMaxDays } from '#kernel/limits.ts'
import { parse } from '#kernel/parse.ts'
import { Refusal } from '#kernel/refusals.ts'
import { dayAndTime, daysLater } from '#kernel/time.ts'
import { defaultZone } from '#kernel/zones.ts'
import { enqueue } from '#platform/jobs/port.ts'

/** Invites the applicant by mail, which counts as our answer. A changed time sends another mail. */
export async function planInterview(ctx: Context, input: ApplicationVersion & { interviewAt: Date }): Promise<void> {
  allow(ctx.actor, 'prepareExperts')
  const { interviewAt, id, revision } = parse(interview, input)
  const now = ctx.clock.now()
  if (interviewAt <= now || interviewAt > daysLater(now, interviewAheadMaxDays)) throw new Refusal('interview_time')
  await updateApplication(ctx, { id, revision }, async ({ db }, { answered_at: answeredAt }) => {
    await enqueue(db, 'send_application_mail', { applicationId: id, about: 'interview' }, { key: mailKey(id) })
    return {
      change: { stage: 'interview', interview_at: interviewAt, answered_at: answeredAt ?? now },
      act: 'interview planned',
      after: { stage: 'interview', interview: `${dayAndTime(interviewAt, defaultZone)} (India)` },
    }
  })
}

/** One job key for each application, so that of several queued mails only the latest is sent. */
export function mailKey(id: string): string {
  return `application ${id}`
}
