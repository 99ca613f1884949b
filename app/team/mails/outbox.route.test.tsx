import { waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import * as outboxPage from '#app/team/mails/outbox.route.tsx'
import { type MailRow, mailTable } from '#domain/mails/contract.ts'
import { readTableQuery } from '#kernel/table.ts'
import { linksOf, optionsOf, rowsOf, textOf } from '#tests/read-element.ts'
import { type LoaderData, refusedAnswer, type Sent, toastText } from '#tests/screen.tsx'
import { openTeamScreen } from '#tests/team-screen.tsx'
import { asha } from '#tests/viewers.ts'

test('each mail shows its recipient, delivery state and mail server error', () => {
  const { main } = open({ rows: [sentMail, failedMail, { ...failedMail, id: 'm3', state: 'given_up', tries: 1 }] })
  const resendText = 'Send again : Password link to a•••@samjhao.example'
  expect(rowsOf(main.getByRole('table', { name: 'Emails' }))).toEqual([
    ['Kind', 'To', 'State', 'Last attempt', 'Resend'],
    ['some new kind', 'a•••@samjhao.example', 'Sent', 'May 04, 2026, 11:00 AM', ''],
    [
      'Password link',
      'Asha Verma a•••@samjhao.example',
      'Failed, will retry 451 try later 3 attempts',
      'May 04, 2026, 11:00 AM',
      resendText,
    ],
    [
      'Password link',
      'Asha Verma a•••@samjhao.example',
      'Given up 451 try later',
      'May 04, 2026, 11:00 AM',
      resendText,
    ],
  ])
})

test('the table can be filtered by state and kind', () => {
  const { main } = open({ rows: [sentMail] })
  const states = ['Every state', 'Sent', 'Failed, will retry', 'Given up']
  expect(optionsOf(main.field('State'))).toEqual(states)
  expect(optionsOf(main.field('Kind')).slice(0, 2)).toEqual(['Every kind', 'Password link'])
})

test('a failed mail can be sent again', async () => {
  const { main, user, sent } = open({ rows: [failedMail], answer: () => ({ done: 'Sending again now.' }) })
  await user.click(main.getByRole('button', { name: /^Send again/ }))
  await waitFor(() => expect(toastText()).toBe('Sending again now.'))
  expect(sent).toEqual([{ to: '/team/outbox', fields: { id: 'm2' } }])
})

test('a refused resend shows the reason in its row', async () => {
  const { main, user } = open({ rows: [failedMail], answer: () => refusedAnswer('nothing_there') })
  await user.click(main.getByRole('button', { name: /^Send again/ }))
  expect(textOf(await main.findByRole('alert'))).toBe('We could not find that. It may have been removed.')
})

test('a page without mails shows an empty state', () => {
  expect(open({ rows: [] }).main.getByRole('heading', { name: 'No emails' })).toBeTruthy()
})

test('queued mails are listed, with the time if scheduled for later', () => {
  const since = new Date('2026-05-04T06:00:00Z')
  const job = { jobId: 'j1', kind: 'send_password_link' as const, since, runAt: since }
  const later = {
    jobId: 'j2',
    kind: 'send_booking_mail' as const,
    since,
    runAt: new Date('2026-05-04T08:00:00Z'),
  }
  const { main } = open({ queued: [job, later] })
  expect(textOf(main.element)).toContain(
    '2 emails are waiting to be sent Password link, since May 04, 2026, 11:30 AM Booked session, since May 04, 2026, 11:30 AM, scheduled for May 04, 2026, 1:30 PM',
  )
})

test('a single queued mail uses the singular', () => {
  const since = new Date('2026-05-04T06:00:00Z')
  const { main } = open({ queued: [{ jobId: 'j1', kind: 'send_password_link', since, runAt: since }] })
  expect(main.getByText('1 email is waiting to be sent')).toBeTruthy()
})

test('mails in files show their text with clickable links', async () => {
  const file = {
    name: 'a.eml',
    to: 'asha@samjhao.example',
    subject: 'Choose a password',
    text: 'Hello,\nhttp://localhost:3000/reset-password/abc\nBye',
    at: new Date('2026-05-04T06:00:00Z'),
  }
  const { main } = open({ files: [file] })
  const files = main.region('Emails in files')
  expect(textOf(files.element)).toContain('Choose a password to asha@samjhao.example, May 04, 2026, 11:30 AM')
  const url = 'http://localhost:3000/reset-password/abc'
  expect(linksOf(files.element)).toEqual({ [url]: url })
})

test('the section for files is missing when there are none', () => {
  expect(open().main.queryByRole('heading', { name: 'Emails in files' })).toBeNull()
})

const sentMail: MailRow = {
  id: 'm1',
  kind: 'some_new_kind',
  address: 'a•••@samjhao.example',
  person: null,
  state: 'sent',
  tries: 1,
  error: null,
  firstAt: new Date('2026-05-04T05:00:00Z'),
  changedAt: new Date('2026-05-04T05:30:00Z'),
}
const failedMail: MailRow = {
  ...sentMail,
  id: 'm2',
  kind: 'send_password_link',
  person: { id: asha.id, name: asha.name },
  state: 'failed',
  tries: 3,
  error: '451 try later',
}

type Data = LoaderData<typeof outboxPage>
type Setup = Partial<Pick<Data, 'queued' | 'files'>> & {
  rows?: MailRow[]
  answer?: (sent: Sent) => unknown
}

function open({ rows = [sentMail], queued = [], files = [], answer }: Setup = {}) {
  return openTeamScreen(outboxPage, {
    at: '/team/outbox',
    data: ({ url }) => ({
      asked: readTableQuery(mailTable, new URL(url).searchParams),
      page: { rows, previous: null, next: null },
      queued,
      files,
    }),
    answer,
  })
}
