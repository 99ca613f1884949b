import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Clock } from '#kernel/time.ts'
import { createOutboxMailer } from '#platform/mail/outbox.ts'
import type { Mailer } from '#platform/mail/port.ts'
import { createSmtpMailer } from '#platform/mail/smtp.ts'
import { type Config, isLoopback } from '#server/config.server.ts'

type MailServices = { mailer: Mailer; outboxDir: string | undefined; close(): void }

/** Sends mails through the configured mail server, or writes them to files. */
export function createMail({ config, clock, log }: { config: Config; clock: Clock; log: Logger }): MailServices {
  const { smtpUrl, from } = config.mail
  if (smtpUrl) {
    const mailer = createSmtpMailer({ url: smtpUrl, from })
    return { mailer, outboxDir: undefined, close: () => mailer.close() }
  }
  const outboxDir = join(config.dataDir, 'outbox')
  if (!isLoopback(config.host)) {
    log.warn(`mails are only written to files in ${outboxDir}: set SMTP_URL to a mail server`)
  }
  return { mailer: createOutboxMailer({ dir: outboxDir, from, clock }), outboxDir, close: () => undefined }
}
