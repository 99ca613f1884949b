export type Mail = {
  to: string
  subject: string
  text: string
  html: string
  /** For the reader's calendar. */
  calendar?: Calendar
}

export type Calendar = { method: 'REQUEST' | 'CANCEL'; content: string }

export type Mailer = {
  /** The key becomes the Message-ID: a retry with the same key is recognised as the same mail. */
  send(mail: Mail, key: string): Promise<void>
}
