import { cleanup, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import * as Y from 'yjs'
import { toBase64 } from '#app/boards/document/base64.ts'
import { createBoardModel } from '#app/boards/document/board-model.ts'
import * as sessionPage from '#app/team/sessions/session.route.tsx'
import * as sessionsPage from '#app/team/sessions/sessions.route.tsx'
import type { StuckKind } from '#domain/sessions/contract.ts'
import { type SessionEvidence, type SessionRow, sessionTable } from '#domain/team/contract.ts'
import type { ReviewId, SessionId } from '#kernel/ids.ts'
import { paise } from '#kernel/money.ts'
import { readTableQuery } from '#kernel/table.ts'
import { expectAccessible } from '#tests/accessible.ts'
import { factsOf, linksOf, optionsOf, rowsOf, textOf } from '#tests/read-element.ts'
import { refusedAnswer, type Sent, toastText } from '#tests/screen.tsx'
import { evidence, paidCall } from '#tests/session-views.ts'
import { confirm, openTeamScreen, pageButtonTexts } from '#tests/team-screen.tsx'
import { asha, ravi } from '#tests/viewers.ts'

test('the table shows people, state, shared time and charge', () => {
  const { main } = openTable([
    row,
    { ...row, id: 's2' as SessionId, state: 'live', stuck: 'meter', chargedPaise: null },
    { ...row, id: 's3' as SessionId, state: 'missed', liveMs: 0, chargedPaise: null },
    { ...row, id: 's4' as SessionId, refundedPaise: paise(1_000) },
  ])
  const people = ['Asha Verma', 'Ravi Nair']
  const askedAt = '2 hours ago, May 04, 2026, 10:00 AM'
  expect(rowsOf(main.getByRole('table', { name: 'Sessions' }))).toEqual([
    ['Session', 'Student', 'Expert', 'State', 'Requested', 'Shared time', 'Charged'],
    ['0199C0DE', ...people, 'Completed', askedAt, '02:10', '₹30'],
    ['S2', ...people, 'No longer metered', askedAt, '02:10', ''],
    ['S3', ...people, 'Missed', askedAt, '', ''],
    ['S4', ...people, 'Refunded in part', askedAt, '02:10', '₹30'],
  ])
})

test('the table can be filtered by state, open sessions first', () => {
  const { main } = openTable([row])
  expect(optionsOf(main.field('State')).slice(0, 4)).toEqual(['Every state', 'Open now', 'Ringing', 'Connecting'])
})

test('the filter for one person can be removed', () => {
  const { main } = openTable([row], `?person=${asha.id}&state=settled`)
  const removeLink = main.getByRole('link', { name: 'One person , remove this filter' })
  expect(removeLink.getAttribute('href')).toBe('/team/sessions?state=settled&sort=-asked')
})

test('an empty table shows an empty state', () => {
  expect(openTable([]).main.getByRole('heading', { name: 'No sessions found' })).toBeTruthy()
})

test('an ended session shows facts and evidence and no form', () => {
  const { main } = openSession(evidence)
  expect(textOf(main.getByRole('heading', { level: 1 }))).toBe('Session 0199C0DE')
  const session = main.region('The session')
  expect(factsOf(session.element)).toEqual({
    State: 'Completed',
    Call: 'Video call, 02:10 shared',
    Student: 'Asha Verma',
    Expert: 'Ravi Nair',
    Requested: 'May 04, 2026, 10:00 AM',
    Ended: 'May 04, 2026, 10:02 AM',
  })
  expect(linksOf(session.element)).toEqual({
    'Asha Verma': `/team/people/${asha.id}`,
    'Ravi Nair': `/team/people/${ravi.id}`,
  })
  expect(pageButtonTexts(main)).toEqual([])
})

const chat = [
  { id: 'm1', number: 1, side: 'student', text: 'Hello?', saidAt: paidCall.askedAt },
  { id: 'm2', number: 2, side: 'expert', text: null, saidAt: paidCall.askedAt },
]

test('the chat is hidden until the team gives a reason, and then gets the focus', async () => {
  const { main, user, sent } = openSession({ ...evidence, messageCount: 2 }, () => ({ messages: chat }))
  const chatCard = main.region('Chat')
  expect(textOf(chatCard.element)).toContain('2 messages of Asha Verma and Ravi Nair.')
  await expectAccessible()
  await user.fill(chatCard.field('Why you need to read it'), 'A report of abuse.')
  await user.click(chatCard.getByRole('button', { name: 'Read the chat' }))
  expect(await main.findByText('Hello?')).toBeTruthy()
  expect(sent).toEqual([
    { to: `/team/sessions/${paidCall.id}`, fields: { act: 'read_chat', why: 'A report of abuse.' } },
  ])
  expect(main.queryByRole('button', { name: 'Read the chat' })).toBeNull()
  await waitFor(() =>
    expect(document.activeElement?.textContent).toContain(
      'Only these two people can read it. Our team needs a recorded',
    ),
  )
})

test('without a reason the refusal is shown beside the form', async () => {
  const { main, user } = openSession({ ...evidence, messageCount: 1 }, () => refusedAnswer('why_missing'))
  await user.fill(main.field('Why you need to read it'), ' ')
  await user.click(main.getByRole('button', { name: 'Read the chat' }))
  expect(await main.findByText('Give a reason. It is recorded with this action.')).toBeTruthy()
})

test('a session without messages has no chat to read', () => {
  expect(openSession(evidence).main.queryByRole('button', { name: 'Read the chat' })).toBeNull()
})

test('the board is hidden until the team gives a reason, and is then drawn and gets the focus', async () => {
  const doc = new Y.Doc()
  createBoardModel(doc).add({ kind: 'text', text: 'F = m a', page: 'first', colour: 'ink', size: 24, x: 0, y: 0 })
  const board = { changes: [toBase64(Y.encodeStateAsUpdate(doc))], elements: 1, code: 'print(1)', language: 'python' }
  const { main, user, sent } = openSession({ ...evidence, hasBoard: true }, () => ({ board }))
  const card = main.region('Board and code')
  expect(textOf(card.element)).toContain('What Asha Verma and Ravi Nair drew and wrote.')
  await expectAccessible()
  await user.fill(card.field('Why you need to read it'), 'A report of abuse.')
  await user.click(card.getByRole('button', { name: 'See the board' }))
  expect(await main.findByText('F = m a')).toBeTruthy()
  expect(sent).toEqual([
    { to: `/team/sessions/${paidCall.id}`, fields: { act: 'read_board', why: 'A report of abuse.' } },
  ])
  const opened = main.region('Board and code').element
  expect(opened.querySelector('pre')?.textContent).toBe('print(1)')
  await waitFor(() => expect(document.activeElement?.contains(opened)).toBe(true))
})

test('a refused board says why, and a session without a board has none to see', async () => {
  const { main, user } = openSession({ ...evidence, hasBoard: true }, () => refusedAnswer('board_unreadable'))
  await user.fill(main.field('Why you need to read it'), 'A report.')
  await user.click(main.getByRole('button', { name: 'See the board' }))
  expect(await main.findByText('That board cannot be read.')).toBeTruthy()
  cleanup()
  expect(openSession(evidence).main.queryByRole('button', { name: 'See the board' })).toBeNull()
})

test('the evidence includes review, feedback and booking', () => {
  const { main } = openSession({
    ...evidence,
    review: {
      id: 'v1' as ReviewId,
      rating: 4,
      comment: 'Very clear.',
      createdAt: paidCall.askedAt,
      changedAt: null,
      answer: null,
      answeredAt: null,
      changeUntil: paidCall.askedAt,
      hiddenReason: 'A test.',
    },
    feedback: {
      id: 'f1',
      sessionId: paidCall.id,
      createdAt: paidCall.askedAt,
      expertName: ravi.name,
      category: 'academic',
      strengths: ['Listens'],
      customStrengths: '',
      improvements: [],
      customImprovements: '',
      note: 'Keep going.',
    },
    booking: {
      bookedAt: new Date('2026-05-01T06:30:00Z'),
      startsAt: paidCall.askedAt,
      minutes: 15,
      moves: 2,
      joins: [
        { side: 'student', at: paidCall.askedAt },
        { side: 'expert', at: new Date('2026-05-04T04:31:00Z') },
      ],
      bothWentOn: true,
    },
  })
  const text = textOf(main.element)
  expect(text).toContain('Review by Asha Verma')
  expect(text).toContain('Very clear.')
  expect(text).toContain('Our team has hidden this review.')
  expect(text).toContain('Feedback by Ravi Nair What went well Listens Keep going.')
  expect(factsOf(main.region('The booking').element)).toEqual({
    'Booked for': 'May 04, 2026, 10:00 AM, 15 minutes',
    Booked: 'May 01, 2026, 12:00 PM, rescheduled 2 times since',
    'Asha Verma joined': '10:00:00 AM',
    'Ravi Nair joined': '10:01:00 AM',
    'After the booked minutes': 'Both continued, billed per minute',
  })
})

test('ending a normal session requires the safety checkbox', async () => {
  const { main, user, sent } = openSession(liveEvidence, () => ({ done: 'The session is ended.' }))
  const end = main.getByRole('button', { name: 'End and settle' }) as HTMLButtonElement
  expect(end.disabled).toBe(true)
  expect(textOf(main.element)).toContain('This session is working normally. It can only be ended for safety reasons.')
  await user.fill(main.field('Why'), 'She was shouted at.')
  expect(end.disabled).toBe(true)
  await user.click(main.getByRole('checkbox', { name: 'Someone in this session is in danger' }))
  expect(end.disabled).toBe(false)
  await user.click(end)
  expect(await confirm(user)).toBe(
    'End the session of Asha Verma with Ravi Nair now. A running call stops immediately, the shared time is billed, and the rest of the money returns to Asha Verma. This cannot be undone.',
  )
  await waitFor(() => expect(toastText()).toBe('The session is ended.'))
  expect(sent[0]?.fields).toEqual({ act: 'end', reason: 'safety', why: 'She was shouted at.' })
})

test.each([
  ['ring', 'Ringing for too long'],
  ['connection', 'Answered but never connected'],
  ['meter', 'No longer metered'],
  ['bill', 'Ended but not billed'],
] satisfies [StuckKind, string][])(
  'a stuck session (%s) shows why and is ended without the checkbox',
  async (stuck, text) => {
    const { main, user, sent } = openSession({ ...liveEvidence, stuck }, () => ({ done: 'The session is ended.' }))
    expect(textOf(main.element)).toContain(`${text}. The shared time is billed, the rest is returned`)
    expect(main.queryByRole('checkbox')).toBeNull()
    await user.fill(main.field('Why'), 'It hangs.')
    await user.click(main.getByRole('button', { name: 'End and settle' }))
    await confirm(user)
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(sent[0]?.fields).toEqual({ act: 'end', reason: 'stuck', why: 'It hangs.' })
  },
)

test('a session already ended by a colleague shows a toast', async () => {
  let pageData: SessionEvidence = { ...liveEvidence, stuck: 'meter' }
  const { main, user } = openSession(
    () => pageData,
    () => {
      pageData = evidence
      return refusedAnswer('session_moved_on', 'Last: session ended, by Tara Bose.')
    },
  )
  await user.fill(main.field('Why'), 'It hangs.')
  await user.click(main.getByRole('button', { name: 'End and settle' }))
  await confirm(user)
  await waitFor(() => expect(toastText()).toContain('Last: session ended, by Tara Bose.'))
  await waitFor(() => expect(main.queryByRole('button', { name: 'End and settle' })).toBeNull())
})

test('an open session is polled every few seconds, and an ended session is not', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
  let reads = 0
  let pageData = liveEvidence
  openSession(() => {
    reads += 1
    return pageData
  })
  expect(reads).toBe(1)
  vi.advanceTimersByTime(3_000)
  await expect.poll(() => reads).toBe(2)
  pageData = evidence
  vi.advanceTimersByTime(3_000)
  await waitFor(() => expect(textOf(document.body)).toContain('Completed'))
  // React runs the effect cleanup a moment later.
  await expect.poll(() => vi.getTimerCount()).toBe(0)
  vi.advanceTimersByTime(30_000)
  expect(reads).toBe(3)
})

const row: SessionRow = {
  ...paidCall,
  student: { id: asha.id, name: asha.name },
  expert: { id: ravi.id, name: ravi.name },
  stuck: null,
}
const liveEvidence: SessionEvidence = {
  ...evidence,
  session: { ...paidCall, state: 'live', endedAt: null, billedMinutes: null, chargedPaise: null },
}

function openTable(rows: SessionRow[], search = '') {
  return openTeamScreen(sessionsPage, {
    at: `/team/sessions${search}`,
    data: ({ url }) => ({
      asked: readTableQuery(sessionTable, new URL(url).searchParams),
      page: { rows, previous: null, next: null },
    }),
  })
}

function openSession(pageData: SessionEvidence | (() => SessionEvidence), answer?: (sent: Sent) => unknown) {
  return openTeamScreen(sessionPage, {
    at: `/team/sessions/${paidCall.id}`,
    path: '/team/sessions/:id',
    data: () => (typeof pageData === 'function' ? pageData() : pageData),
    answer,
  })
}

test('a summary can be hidden from the student with a reason, and shown again', async () => {
  const written = new Date('2026-05-04T05:00:00Z')
  const summary = {
    parts: { done: 'Why ice floats', practice: '', next: '' },
    suggestsBooking: false,
    writtenAt: written,
    changedAt: null,
    changeUntil: written,
    hiddenReason: null,
  }
  const shown = openSession({ ...evidence, summary }, () => ({ done: 'Hidden.' }))
  expect(textOf(shown.main.element)).toContain('What we did Why ice floats')
  const card = shown.main.region('Hide the summary')
  await shown.user.fill(card.field('Reason'), 'It is rude.')
  await shown.user.click(card.getByRole('button', { name: 'Hide it' }))
  expect(await confirm(shown.user)).toContain('Hide the summary by Ravi Nair from Asha Verma.')
  await waitFor(() => expect(shown.sent[0]?.fields).toEqual({ act: 'hide_summary', why: 'It is rude.' }))
  cleanup()
  const hidden = openSession({ ...evidence, summary: { ...summary, hiddenReason: 'It is rude.' } }, () => ({
    done: 'Shown.',
  }))
  expect(textOf(hidden.main.element)).toContain('Hidden from Asha Verma. Reason: It is rude.')
  const again = hidden.main.region('Show the summary again')
  await hidden.user.fill(again.field('Why it is shown again'), 'A joke.')
  await hidden.user.click(again.getByRole('button', { name: 'Show it again' }))
  expect(await confirm(hidden.user)).toContain('Show the summary by Ravi Nair to Asha Verma again.')
  await waitFor(() => expect(hidden.sent[0]?.fields).toEqual({ act: 'show_summary', why: 'A joke.' }))
})
