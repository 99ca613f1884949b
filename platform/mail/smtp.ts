import { createTransport } from 'nodemailer'
import { toMessage } from '#platform/mail/message.ts'
import type { Mail, Mailer } from '#platform/mail/port.ts'
import { PermanentFailure } from '#platform/permanent-failure.ts'

type Options = { url: string; from: string }

/**
 * Sends through a mail server. What fails is thrown, and the job that asked for it tries again later, unless the server has
 * refused this very mail for good: that is a `PermanentFailure`.
 */
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
      try {
        await transport.sendMail(toMessage(mail, { from, key }))
      } catch (error) {
        throw isRefusedForGood(error) ? permanentFailure(error, mail) : error
      }
    },
    close: () => transport.close(),
  }
}

type SmtpError = Error & { command?: string; responseCode?: number; response?: string }

/** The server wants a password first: a setting of ours, which somebody will mend. */
const authenticationRequired = 530

/**
 * A code of five hundred about the recipient or the content. The same about the login or the sender is about our own
 * settings, and everything else is about the moment.
 */
function isRefusedForGood(error: unknown): error is SmtpError {
  if (!(error instanceof Error)) return false
  const { command, responseCode = 0 } = error as SmtpError
  const aboutThisMail = command === 'RCPT TO' || command === 'DATA'
  return (
    aboutThisMail && responseCode >= 500 && responseCode <= 599 && responseCode !== authenticationRequired
  )
}

/** Kept with the job and in the log, where nobody's address belongs; servers like to repeat it. */
function permanentFailure(error: SmtpError, { to }: Mail): PermanentFailure {
  const reason = (error.response ?? error.message).replaceAll(to, 'the address')
  return new PermanentFailure(`The mail server refused the mail for good: ${reason}`)
}
