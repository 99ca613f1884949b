import { createTransport } from 'nodemailer'
import { toMessage } from '#platform/mail/message.ts'
import type { Mailer } from '#platform/mail/port.ts'

type Options = { url: string; from: string }

/** Sends through a mail server; what it refuses or drops is thrown, and the job that asked for it tries again later. */
export function createSmtpMailer({ url, from }: Options): Mailer & { close(): void } {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: 2,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    dnsTimeout: 10_000,
    socketTimeout: 20_000,
    idleTimeout: 30_000,
    // The job queue alone repeats: a second try from here would not be in its books.
    maxRequeues: 0,
  })
  // A connection that is lost while idle has no caller to tell, and the next mail opens another.
  transport.on('error', () => undefined)
  return {
    async send(mail, key) {
      await transport.sendMail(toMessage(mail, { from, key }))
    },
    close: () => transport.close(),
  }
}
