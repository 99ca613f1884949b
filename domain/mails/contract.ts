import { z } from 'zod'
import type { AccountId } from '#kernel/ids.ts'

/** Display names of the jobs that send mails. */
export const mailKinds = {
  send_password_link: 'Password link',
  send_email_link: 'Email address link',
  deliver_notification: 'Notification',
  send_application_mail: 'Answer to an applicant',
  send_suspension_mail: 'Suspension of a student',
  send_ticket_mail: 'Refund or complaint',
  send_booking_mail: 'Booked session',
  prove_books: 'The books do not balance',
} as const
export type MailKind = keyof typeof mailKinds

const mailStates = ['sent', 'failed', 'given_up'] as const
export type MailState = (typeof mailStates)[number]

export const mailTable = {
  sorts: { changed: 'time' },
  opens: '-changed',
  filters: { state: mailStates, kind: Object.keys(mailKinds) as MailKind[] },
} as const

/** One mail and its current state. */
export type MailRow = {
  id: string
  kind: string
  /** Masked. */
  address: string
  person: { id: AccountId; name: string } | null
  state: MailState
  tries: number
  error: string | null
  firstAt: Date
  changedAt: Date
}

/** A job that sends mails and has not started. */
export type QueuedMail = { jobId: string; kind: MailKind; since: Date; runAt: Date }

export const mailChoice = z.object({ id: z.uuid() })
