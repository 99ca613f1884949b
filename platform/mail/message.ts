import { createHash } from 'node:crypto'
import type { Mail } from '#platform/mail/port.ts'

/** What nodemailer composes a message from, whichever way it leaves. */
export function toMessage(mail: Mail, sender: { from: string; key: string }) {
  const { from, key } = sender
  return {
    from,
    // As an object the address is taken as it is, never as a list of addresses.
    to: { name: '', address: mail.to },
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    ...(mail.calendar && { icalEvent: { ...mail.calendar, filename: 'session.ics' } }),
    messageId: `<${hashOfKey(key)}@${domainOf(from)}>`,
    // Tells vacation responders and the like not to answer.
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/** A key may hold anything, a header may not. */
export function hashOfKey(key: string): string {
  return createHash('sha256').update(key).digest('hex').slice(0, 32)
}

function domainOf(from: string): string {
  const domain = /@([^\s<>@]+?)>?\s*$/.exec(from)?.[1]
  if (!domain) throw new Error(`no e-mail address in the sender "${from}"`)
  return domain
}
