import { createHash } from 'node:crypto'
import { toSingleLine } from '#kernel/free-text.ts'
import type { Mail } from '#platform/mail/port.ts'

/** The options for nodemailer, for every transport. */
export function toMessage(mail: Mail, sender: { from: string; key: string }) {
  const { from, key } = sender
  return {
    from,
    // An object is used as one email address, never parsed as a list.
    to: { name: '', address: mail.to },
    // A subject may begin with a name, and names stored earlier were not checked.
    subject: toSingleLine(mail.subject.replaceAll(/\p{Cc}/gu, ' ')),
    text: mail.text,
    html: mail.html,
    ...(mail.calendar && { icalEvent: { ...mail.calendar, filename: 'session.ics' } }),
    messageId: `<${hashKey(key)}@${readDomain(from)}>`,
    // Tells vacation responders not to answer.
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/** A key may contain characters that a header may not. */
export function hashKey(key: string): string {
  return createHash('sha256').update(key).digest('hex').slice(0, 32)
}

function readDomain(from: string): string {
  const domain = /@([^\s<>@]+?)>?\s*$/.exec(from)?.[1]
  if (!domain) throw new Error(`no email address in the sender "${from}"`)
  return domain
}
