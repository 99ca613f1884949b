import { sendPasswordLink } from '#domain/accounts/send-password-link.server.ts'
import { sendApprovalMail } from '#domain/experts/send-approval-mail.server.ts'
import type { Handlers } from '#platform/jobs/runner.ts'
import type { Services } from '#server/services.ts'

/** What each job does: one verb, as the system, with what only jobs need. */
export function createHandlers(
  services: Pick<Services, 'clock' | 'config' | 'database' | 'mailer' | 'publish'>,
): Handlers {
  const { clock, config, database, mailer, publish } = services
  const ctx = {
    db: database.db,
    clock,
    actor: { kind: 'system' } as const,
    publish,
    mailer,
    product: config.product,
  }
  return {
    send_password_link: (payload) => sendPasswordLink(ctx, payload),
    send_approval_mail: (payload, { id }) => sendApprovalMail(ctx, payload, id),
  }
}
