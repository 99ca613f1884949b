import { expect, test } from 'vitest'
import { toMessage } from '#platform/mail/message.ts'

test('a subject has one line and no direction marks, even with a name that was stored before names were checked', () => {
  const subject = 'Ravi\r\nBcc: evil@example.com\u202E\0 left you\rfeedback'
  const mail = { to: 'asha@samjhao.example', subject, text: '', html: '' }
  const message = toMessage(mail, { from: 'Samjhao <no-reply@samjhao.example>', key: 'one' })
  expect(message.subject).toBe('Ravi Bcc: evil@example.com left you feedback')
})
