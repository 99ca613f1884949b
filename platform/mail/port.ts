export type Mail = {
  to: string
  subject: string
  text: string
  html: string
  /** For the calendar of whoever reads it. */
  calendar?: Calendar
}

export type Calendar = { method: 'REQUEST' | 'CANCEL'; content: string }

export type Mailer = {
  /** The key becomes the Message-ID: the same key is the same mail, so that a retry is recognised as one. */
  send(mail: Mail, key: string): Promise<void>
}
