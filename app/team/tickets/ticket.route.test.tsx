import { waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import * as ticketPage from '#app/team/tickets/ticket.route.tsx'
import type { Ticket } from '#domain/tickets/contract.ts'
import { paise } from '#kernel/money.ts'
import { auditLine } from '#tests/audit-lines.ts'
import { factsOf, optionsOf, textOf } from '#tests/read-element.ts'
import { type LoaderData, refusedAnswer, type Sent, toastText } from '#tests/screen.tsx'
import { evidence } from '#tests/session-views.ts'
import { confirm, openTeamScreen, pageButtonTexts } from '#tests/team-screen.tsx'
import { refundTicket } from '#tests/tickets.ts'
import { asha } from '#tests/viewers.ts'

test('a ticket shows its author, text and deadlines', () => {
  const { main } = open()
  expect(textOf(main.getByRole('heading', { level: 1 }))).toBe('Refund 42 of Asha Verma')
  const ticket = main.region('The ticket')
  expect(factsOf(ticket.element)).toEqual({
    State: 'New',
    Due: 'Acknowledge in 47 hours',
    'From, student': 'Asha Verma a•••@samjhao.example',
    Received: 'May 04, 2026, 11:00 AM',
    Session: '0199C0DE',
    'Acknowledge by': 'May 06, 2026, 11:00 AM',
    'Decide by': 'Jun 03, 2026, 11:00 AM',
  })
  expect(textOf(ticket.element)).toContain('In their words I could not hear a word.')
  const person = ticket.getByRole('link', { name: 'Asha Verma' })
  expect(person.getAttribute('href')).toBe(`/team/people/${asha.id}`)
  const session = ticket.getByRole('link', { name: '0199C0DE' })
  expect(session.getAttribute('href')).toBe(`/team/sessions/${evidence.session.id}`)
})

test('the page shows the session evidence: money, question and timeline', () => {
  const { main } = open()
  expect(factsOf(main.element)).toMatchObject({
    Charged: '₹30 for 3 min at ₹10',
    'Expert’s share, 80 percent': '₹24',
    'Refunded so far': '₹0',
  })
  expect(main.getByText('Why does ice float?')).toBeTruthy()
  expect(main.getByRole('heading', { name: 'Timeline' })).toBeTruthy()
  expect(main.getByText('Asha Verma hung up')).toBeTruthy()
})

test('the chat is read with one button, because the ticket is the reason', async () => {
  const message = { id: 'm1', number: 1, side: 'student', text: 'Hello?', saidAt: evidence.session.askedAt }
  const answer = () => ({ messages: [message] })
  const { main, user, sent } = open({ evidence: { ...evidence, messageCount: 1 }, answer })
  const chat = main.region('Chat')
  expect(textOf(chat.element)).toContain('The audit log records your name, and Refund 42 as the reason.')
  await user.click(chat.getByRole('button', { name: 'Read the chat' }))
  expect(await main.findByText('Hello?')).toBeTruthy()
  expect(sent).toEqual([{ to: '/team/tickets/42', fields: { act: 'read_chat' } }])
})

test('the board is shown with the ticket as the recorded reason', async () => {
  const answer = () => ({ board: { changes: [], elements: 0, code: 'print(1)', language: 'python' } })
  const { main, user, sent } = open({ evidence: { ...evidence, hasBoard: true }, answer })
  const board = main.region('Board and code')
  expect(textOf(board.element)).toContain('The audit log records your name, and Refund 42 as the reason.')
  await user.click(board.getByRole('button', { name: 'See the board' }))
  expect(await main.findByText('print(1)')).toBeTruthy()
  expect(textOf(main.region('Board and code').element)).toContain('Nothing is drawn on the board.')
  expect(sent).toEqual([{ to: '/team/tickets/42', fields: { act: 'read_board' } }])
})

test('Meera acknowledges a new ticket with one button', async () => {
  const { main, user, sent } = open({ answer: () => ({ done: 'Acknowledged. An email is on its way.' }) })
  await user.click(main.getByRole('button', { name: 'Acknowledge' }))
  await waitFor(() => expect(toastText()).toBe('Acknowledged. An email is on its way.'))
  expect(sent).toEqual([{ to: '/team/tickets/42', fields: { act: 'acknowledge' } }])
})

test('an acknowledged ticket can only be decided', () => {
  const acknowledgedAt = new Date('2026-05-04T06:00:00Z')
  const { main } = open({ ticket: { ...refundTicket, state: 'acknowledged', acknowledgedAt } })
  expect(main.queryByRole('button', { name: 'Acknowledge' })).toBeNull()
  expect(factsOf(main.region('The ticket').element).Acknowledged).toBe('May 04, 2026, 11:30 AM')
  expect(main.getByRole('button', { name: 'Decide' })).toBeTruthy()
})

test('the full refund shows the amount, and refunds require the password', async () => {
  const { main, user } = open({ passwordIsRecent: false })
  expect(optionsOf(main.field('Refund'))).toEqual(['No refund', 'Partial refund', 'Full refund, ₹30'])
  expect([main.fields('Amount'), main.fields('Your password')]).toEqual([[], []])
  await user.selectOptions(main.field('Refund'), 'Full refund, ₹30')
  expect([main.fields('Amount').length, main.fields('Your password').length]).toEqual([0, 1])
  await user.selectOptions(main.field('Refund'), 'Partial refund')
  expect(textOf(document.getElementById(`${main.field('Amount').id}-hint`))).toBe('At most ₹30')
})

test('a partial refund is sent with an answer to the student', async () => {
  const { main, user, sent } = open({
    passwordIsRecent: false,
    answer: () => ({ done: '₹12.50 refunded.' }),
  })
  await user.selectOptions(main.field('Refund'), 'Partial refund')
  await user.fill(main.field('Amount'), '12.50')
  await user.fill(main.field('Answer to the student'), 'The sound was bad at the end.')
  await user.fill(main.field('Your password'), 'meera-decides')
  await user.click(main.getByRole('button', { name: 'Decide' }))
  await confirm(user)
  await waitFor(() => expect(toastText()).toBe('₹12.50 refunded.'))
  expect(sent[0]?.fields).toEqual({
    act: 'decide',
    outcome: 'part',
    amount: '12.50',
    answer: 'The sound was bad at the end.',
    password: 'meera-decides',
  })
})

test('deciding without a refund requires an answer but no password', async () => {
  const { main, user, sent } = open({ passwordIsRecent: false, answer: () => ({ done: 'Decided.' }) })
  await user.click(main.getByRole('button', { name: 'Decide' }))
  expect(sent).toEqual([])
  await user.fill(main.field('Answer to the student'), 'Both of you talked for three minutes.')
  await user.click(main.getByRole('button', { name: 'Decide' }))
  await confirm(user)
  await waitFor(() => expect(toastText()).toBe('Decided.'))
  const answer = 'Both of you talked for three minutes.'
  expect(sent[0]?.fields).toEqual({ act: 'decide', outcome: 'none', answer })
})

test('an invalid amount shows an error beside the form and keeps the answer', async () => {
  const { main, user } = open({ answer: () => refusedAnswer('not_an_amount') })
  await user.selectOptions(main.field('Refund'), 'Partial refund')
  await user.fill(main.field('Amount'), 'some')
  await user.fill(main.field('Answer to the student'), 'Here is a part.')
  await user.click(main.getByRole('button', { name: 'Decide' }))
  expect(await confirm(user)).toContain('Refund ₹some to Asha Verma')
  expect(textOf(await main.findByRole('alert'))).toBe(refusedAnswer('not_an_amount').data.refusal.text)
  expect(main.field('Answer to the student').value).toBe('Here is a part.')
})

describe('before scripts have loaded', () => {
  const confirmText = (choice: string) => `${choice}, and send the answer to Asha Verma. This cannot be undone.`

  test('the confirmation is true for every choice, and the refund fields are shown', () => {
    const { main } = open({ passwordIsRecent: false, beforeScripts: true })
    const name = confirmText('Decide as chosen above, with or without a refund to Asha Verma')
    expect(main.getByRole<HTMLInputElement>('checkbox', { name }).required).toBe(true)
    expect([main.field('Amount').required, main.field('Your password').required]).toEqual([false, false])
  })

  test('the confirmation of a session without a charge says that there is no refund', () => {
    const freeEvidence = { ...evidence, session: { ...evidence.session, chargedPaise: paise(0), billedMinutes: 0 } }
    const { main } = open({ passwordIsRecent: false, beforeScripts: true, evidence: freeEvidence })
    const name = confirmText('Decide without a refund')
    expect(main.getByRole<HTMLInputElement>('checkbox', { name }).required).toBe(true)
    expect([main.fields('Amount'), main.fields('Your password')]).toEqual([[], []])
  })

  test('the choice is kept when scripts load', async () => {
    const answer = () => ({ done: '₹12.50 refunded.' })
    const { main, user, loadScripts } = open({ passwordIsRecent: false, beforeScripts: true, answer })
    main.field('Refund').value = 'part'
    main.field('Amount').value = '12.50'
    loadScripts()
    await waitFor(() => expect(main.field('Amount').required).toBe(true))
    expect([main.field('Refund').value, main.field('Amount').value]).toEqual(['part', '12.50'])
    await user.fill(main.field('Answer to the student'), 'The sound was bad at the end.')
    await user.fill(main.field('Your password'), 'meera-decides')
    await user.click(main.getByRole('button', { name: 'Decide' }))
    expect(await confirm(user)).toBe(confirmText('Refund ₹12.50 to Asha Verma'))
  })
})

test.each(['ticket_done', 'refund_decided'] as const)(
  'a stale decision (%s) shows a toast, because its form disappears',
  async (code) => {
    let ticket: Ticket = refundTicket
    const { main, user } = open({
      load: () => ({ ticket, trail: [], evidence }),
      answer: () => {
        ticket = resolvedTicket
        return refusedAnswer(code, 'Last: refund granted, by Tara Bose.')
      },
    })
    await user.fill(main.field('Answer to the student'), 'No.')
    await user.click(main.getByRole('button', { name: 'Decide' }))
    await confirm(user)
    await waitFor(() => expect(toastText()).toContain('Last: refund granted, by Tara Bose.'))
    await waitFor(() => expect(main.queryByRole('button', { name: 'Decide' })).toBeNull())
  },
)

test('a session without a charge cannot be refunded', () => {
  const freeEvidence = { ...evidence, session: { ...evidence.session, chargedPaise: paise(0), billedMinutes: 0 } }
  const { main } = open({ evidence: freeEvidence })
  expect(optionsOf(main.field('Refund'))).toEqual(['No refund'])
  expect(textOf(main.element)).toContain('There is no session charge to refund.')
  expect(factsOf(main.element)).toMatchObject({ Charged: 'Nothing' })
})

test('a refunded session cannot be refunded again', () => {
  const refund = { state: 'granted' as const, refunded: paise(1_250), fault: null }
  const { main } = open({ ticket: { ...refundTicket, kind: 'report' }, evidence: { ...evidence, refund } })
  expect(optionsOf(main.field('Refund'))).toEqual(['No refund'])
  expect(factsOf(main.element)).toMatchObject({ 'Refunded so far': '₹12.50' })
})

test('a complaint without a session is answered by email', () => {
  const ticket: Ticket = { ...refundTicket, kind: 'complaint', sessionId: null, refundId: null }
  const { main } = open({ ticket, evidence: null })
  expect(textOf(main.getByRole('heading', { level: 1 }))).toBe('Complaint 42 of Asha Verma')
  const answer = main.field('Answer to Asha Verma')
  expect(textOf(document.getElementById(`${answer.id}-hint`))).toBe('Sent by email.')
  expect(main.queryByRole('heading', { name: 'Timeline' })).toBeNull()
})

test('a report shows the person it is about', () => {
  const { main } = open({ ticket: { ...refundTicket, kind: 'report', about: 'Ravi Nair' } })
  expect(factsOf(main.region('The ticket').element).About).toBe('Ravi Nair')
})

test('a resolved ticket shows who decided and our answer, and has no actions', () => {
  const { main } = open({ ticket: resolvedTicket, trail: [auditLine({ act: 'refund granted' })] })
  const ticket = main.region('The ticket').element
  expect(factsOf(ticket)).toMatchObject({
    State: 'Resolved',
    Due: 'Nothing due',
    Decided: 'May 04, 2026, 11:30 AM by Tara Bose',
  })
  expect(textOf(ticket)).toContain('Our answer The sound was bad.')
  expect(pageButtonTexts(main)).toEqual([])
  expect(textOf(main.region('Team actions').element)).toContain('refund granted by Tara Bose')
})

test('an automatic refund shows that the fault is proven', () => {
  const ticket: Ticket = { ...resolvedTicket, words: null, isAutomatic: true, resolvedBy: null }
  const text = textOf(open({ ticket }).main.region('The ticket').element)
  expect(text).toContain('Refunded automatically, because the fault is proven.')
  expect(text).toContain('by the system')
})

test('text deleted with an account is shown as no longer kept', () => {
  const { main } = open({ ticket: { ...resolvedTicket, words: null } })
  expect(textOf(main.region('The ticket').element)).toContain('No longer kept.')
})

test('an open request without a text shows that the system opened it', () => {
  const { main } = open({ ticket: { ...refundTicket, words: null } })
  expect(textOf(main.region('The ticket').element)).toContain('None. The system opened this request')
})

const resolvedTicket: Ticket = {
  ...refundTicket,
  state: 'resolved',
  answer: 'The sound was bad.',
  resolvedAt: new Date('2026-05-04T06:00:00Z'),
  resolvedBy: 'Tara Bose',
}

type Data = LoaderData<typeof ticketPage>
type Setup = {
  ticket?: Ticket
  trail?: Data['trail']
  evidence?: Data['evidence']
  passwordIsRecent?: boolean
  beforeScripts?: boolean
  answer?: (sent: Sent) => unknown
  load?: () => Data
}

function open({ passwordIsRecent = true, beforeScripts = false, answer, load, ...overrides }: Setup = {}) {
  const data = { ticket: refundTicket, trail: [], evidence, ...overrides } as Data
  return openTeamScreen(ticketPage, {
    at: '/team/tickets/42',
    path: '/team/tickets/:number',
    data: load ?? data,
    shell: { passwordIsRecent },
    beforeScripts,
    answer,
  })
}
