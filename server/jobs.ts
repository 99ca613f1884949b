import { forgetOldTraces } from '#domain/accounts/forget-old-traces.server.ts'
import { removeEveryPhoto } from '#domain/accounts/save-photo.server.ts'
import { sendPasswordLink } from '#domain/accounts/send-password-link.server.ts'
import { sendOnlineAlerts } from '#domain/experts/online-alerts.server.ts'
import { sendApprovalMail } from '#domain/experts/send-approval-mail.server.ts'
import type { AccountId } from '#kernel/ids.ts'
import { failedJobsKeptDays } from '#kernel/limits.ts'
import { daysLater } from '#kernel/time.ts'
import type { Database } from '#platform/db/database.ts'
import { forgetFailedJobs } from '#platform/jobs/failed-jobs.ts'
import { enqueue } from '#platform/jobs/port.ts'
import type { Handlers } from '#platform/jobs/runner.ts'
import type { Services } from '#server/services.ts'

/** What each job does: one verb, as the system, with what only jobs need. */
export function createHandlers(
  services: Pick<Services, 'clock' | 'config' | 'database' | 'mailer' | 'publish' | 'sealer' | 'storage'>,
): Handlers {
  const { clock, config, database, mailer, publish, sealer, storage } = services
  const { db } = database
  const ctx = {
    db,
    clock,
    actor: { kind: 'system' } as const,
    publish,
    sealer,
    mailer,
    product: config.product,
  }
  return {
    send_password_link: (payload) => sendPasswordLink(ctx, payload),
    send_online_alerts: (payload) => sendOnlineAlerts(ctx, payload),
    send_approval_mail: (payload, { id }) => sendApprovalMail(ctx, payload, id),
    remove_photos: ({ profileId }) => removeEveryPhoto({ storage }, profileId as AccountId),
    async forget_old_traces() {
      const now = clock.now()
      await planDaily(db, daysLater(now, 1))
      await forgetOldTraces(ctx)
      await forgetFailedJobs(db, { before: daysLater(now, -failedJobsKeptDays) })
    },
  }
}

/** At the start, and by the job itself for the day after: under one key, so that many processes plan one. */
export function planDaily(db: Database, runAt?: Date): Promise<void> {
  return enqueue(db, 'forget_old_traces', {}, { key: 'forget old traces', runAt })
}
