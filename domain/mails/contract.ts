import { z } from 'zod'
import type { AccountId } from '#kernel/ids.ts'

/** The jobs that send mails, with their display names. Only these get a mailer (`server/jobs.ts`). */
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
export const mailJobs = Object.keys(mailKinds) as MailKind[]

const mailStates = ['sent', 'failed', 'given_up'] as const
export type MailState = (typeof mailStates)[number]

export const mailTable = {
  sorts: { changed: 'time' },
  defaultSort: '-changed',
  filters: { state: mailStates, kind: mailJobs },
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
