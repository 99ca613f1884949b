import { parseConnectionUrl } from 'nodemailer/lib/shared'
import SMTPConnection, { type SMTPConnectionOptions } from 'nodemailer/lib/smtp-connection'
import { connectionSettings } from '#platform/mail/smtp.ts'

type Greeting = {
  isEncrypted: boolean
  /** 'not offered': the URL has a user name, but the server accepts no login. */
  login: 'accepted' | 'not needed' | 'not offered'
}

/** Connects to a mail server as for a mail: greeting, encryption and login. Sends nothing. */
export async function greetMailServer(url: string, signal: AbortSignal): Promise<Greeting> {
  const { auth, ...target } = parseConnectionUrl(url)
  const connection = new SMTPConnection({ ...(target as SMTPConnectionOptions), ...connectionSettings(url) })
  const { promise: failed, reject } = Promise.withResolvers<never>()
  // Rejects after the end, too, when nobody waits any more.
  failed.catch(() => undefined)
  connection.on('error', reject)
  connection.on('end', () => reject(new Error('the server closed the connection')))
  const abort = () => reject(new Error('the server did not answer in time'))
  signal.addEventListener('abort', abort)
  const step = (run: (done: (error?: Error | null) => void) => void) =>
    Promise.race([failed, new Promise<void>((resolve, fail) => run((error) => (error ? fail(error) : resolve())))])
  try {
    await step((done) => connection.connect(done))
    if (auth && connection.allowsAuth) await step((done) => connection.login(auth, done))
    const login = !auth ? 'not needed' : connection.allowsAuth ? 'accepted' : 'not offered'
    const isEncrypted = connection.secure
    connection.quit()
    return { isEncrypted, login }
  } finally {
    signal.removeEventListener('abort', abort)
    connection.close()
  }
}
