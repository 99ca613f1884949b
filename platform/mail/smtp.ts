import { createTransport } from 'nodemailer'
import { toMessage } from '#platform/mail/message.ts'
import type { Mail, Mailer } from '#platform/mail/port.ts'
import { PermanentFailure } from '#kernel/permanent-failure.ts'

type Options = { url: string; from: string }

/**
 * Sends through a mail server. Errors are thrown, and the job retries later. When the server has refused this mail
 * permanently, the error is a `PermanentFailure`.
 */
export function createSmtpMailer({ url, from }: Options): Mailer & { close(): void } {
  const transport = createTransport({
    url,
    ...connectionSettings(url),
    pool: true,
    maxConnections: 2,
    idleTimeout: 30_000,
    // Only the job queue retries: retries here would not be recorded.
    maxRequeues: 0,
  })
  // A connection lost while idle has no caller to notify; the next mail opens another.
  transport.on('error', () => undefined)
  return {
    async send(mail, key) {
      try {
        await transport.sendMail(toMessage(mail, { from, key }))
      } catch (error) {
        throw isPermanentRefusal(error) ? toPermanentFailure(error, mail) : error
      }
    },
    close: () => transport.close(),
  }
}

/** The settings of each connection to the mail server. */
export function connectionSettings(url: string) {
  return {
    // A mail server on another machine must offer encryption: reset links must not be sent unencrypted.
    requireTLS: !isOnThisMachine(url),
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    dnsTimeout: 10_000,
    socketTimeout: 20_000,
  }
}

function isOnThisMachine(url: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(new URL(url).hostname)
}

type SmtpError = Error & { command?: string; responseCode?: number; response?: string }

/** The server requires a login: our configuration is wrong, and an operator will fix it. */
const authenticationRequired = 530

/**
 * True for a 5xx code about the recipient or the content. Such a code about the login or the sender is a
 * configuration problem, and all other errors are temporary.
 */
function isPermanentRefusal(error: unknown): error is SmtpError {
  if (!(error instanceof Error)) return false
  const { command, responseCode = 0 } = error as SmtpError
  const isAboutThisMail = command === 'RCPT TO' || command === 'DATA'
  return isAboutThisMail && responseCode >= 500 && responseCode <= 599 && responseCode !== authenticationRequired
}

/** Removes the email address, which servers often repeat: the reason is stored with the job and written to the log. */
function toPermanentFailure(error: SmtpError, { to }: Mail): PermanentFailure {
  const reason = (error.response ?? error.message).replaceAll(to, 'the address')
  return new PermanentFailure(`The mail server refused the mail permanently: ${reason}`)
}
