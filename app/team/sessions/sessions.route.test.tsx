import { waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import * as sessionPage from '#app/team/sessions/session.route.tsx'
import * as sessionsPage from '#app/team/sessions/sessions.route.tsx'
import type { StuckKind } from '#domain/sessions/contract.ts'
import { type SessionEvidence, type SessionRow, sessionTable } from '#domain/team/contract.ts'
import type { ReviewId, SessionId } from '#kernel/ids.ts'
import { paise } from '#kernel/money.ts'
import { readTableQuery } from '#kernel/table.ts'
import { factsOf, linksOf, optionsOf, rowsOf, textOf } from '#tests/read-element.ts'
import { refusedAnswer, type Sent, toastText } from '#tests/screen.tsx'
import { evidence, paidCall } from '#tests/session-views.ts'
import { openTeamScreen } from '#tests/team-screen.tsx'
import { asha, ravi } from '#tests/viewers.ts'

test('the table says who called whom, how it stands, and what was shared and charged', () => {
  const { main } = openTable([
    row,
    { ...row, id: 's2' as SessionId, state: 'live', stuck: 'meter', chargedPaise: null },
    { ...row, id: 's3' as SessionId, state: 'missed', liveMs: 0, chargedPaise: null },
    { ...row, id: 's4' as SessionId, refundedPaise: paise(1_000) },
  ])
  const people = ['Asha Verma', 'Ravi Nair']
  const tableQuery = '2 hours ago, May 04, 2026, 10:00 AM'
  expect(rowsOf(main.getByRole('table', { name: 'Sessions' }))).toEqual([
    ['Session', 'Student', 'Expert', 'State', 'Asked', 'Shared', 'Charged'],
    ['0199C0DE', ...people, 'Completed', tableQuery, '02:10', '₹30'],
    ['S2', ...people, 'Nobody measures it any more', tableQuery, '02:10', ''],
    ['S3', ...people, 'Missed', tableQuery, '', ''],
    ['S4', ...people, 'Refunded in part', tableQuery, '02:10', '₹30'],
  ])
})

test('it can be narrowed by state, those that are open first', () => {
  const { main } = openTable([row])
  expect(optionsOf(main.field('State')).slice(0, 4)).toEqual([
    'Every state',
    'Open now',
    'Ringing',
    'Connecting',
  ])
})

test('the sessions of one person can be widened to all', () => {
  const { main } = openTable([row], `?person=${asha.id}&state=settled`)
  const away = main.getByRole('link', { name: 'One person , take this filter away' })
  expect(away.getAttribute('href')).toBe('/team/sessions?state=settled&sort=-asked')
})

test('an empty table says so', () => {
  expect(openTable([]).main.getByRole('heading', { name: 'No session fits' })).toBeTruthy()
})

test('a session that is over shows its facts and its evidence, and no form', () => {
  const { main } = openOne(evidence)
  expect(textOf(main.getByRole('heading', { level: 1 }))).toBe('Session 0199C0DE')
  const session = main.region('The session')
  expect(factsOf(session.element)).toEqual({
    State: 'Completed',
    Call: 'Video call, 02:10 shared',
    Student: 'Asha Verma',
    Expert: 'Ravi Nair',
    Asked: 'May 04, 2026, 10:00 AM',
    Ended: 'May 04, 2026, 10:02 AM',
  })
  expect(linksOf(session.element)).toEqual({
    'Asha Verma': `/team/people/${asha.id}`,
    'Ravi Nair': `/team/people/${ravi.id}`,
  })
  expect(main.queryByRole('button')).toBeNull()
})

test('the evidence has chat, review, feedback and booking where there are any', () => {
  const { main } = openOne({
    ...evidence,
    messages: [
      { id: 'm1', number: 1, side: 'student', text: 'Hello?', saidAt: paidCall.askedAt },
      { id: 'm2', number: 2, side: 'expert', text: null, saidAt: paidCall.askedAt },
    ],
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
  const words = textOf(main.element)
  expect(words).toContain('Only the two and our team read it')
  expect(words).toContain('Hello?')
  expect(words).toContain('Review by Asha Verma')
  expect(words).toContain('Very clear.')
  expect(words).toContain('Our team has hidden this review.')
  expect(words).toContain('Feedback by Ravi Nair What went well Listens Keep going.')
  expect(factsOf(main.region('The booking').element)).toEqual({
    'Booked for': 'May 04, 2026, 10:00 AM, 15 minutes',
    Booked: 'May 01, 2026, 12:00 PM, moved 2 times since',
    'Asha Verma came': '10:00:00 AM',
    'Ravi Nair came': '10:01:00 AM',
    'After the booked minutes': 'Both went on, paid by the minute',
  })
})

test('a session that is well is ended for somebody’s safety only, and a tick says so', async () => {
  const { main, user, sent } = openOne(live, () => ({ done: 'The session is ended.' }))
  const end = main.getByRole('button', { name: 'End and settle' }) as HTMLButtonElement
  expect(end.disabled).toBe(true)
  expect(textOf(main.element)).toContain('This session is well. It is ended for somebody’s safety only.')
  await user.fill(main.field('Why'), 'She was shouted at.')
  expect(end.disabled).toBe(true)
  await user.click(main.getByRole('checkbox', { name: 'Somebody in it is in danger' }))
  expect(end.disabled).toBe(false)
  await user.click(end)
  await waitFor(() => expect(toastText()).toBe('The session is ended.'))
  expect(sent[0]?.fields).toEqual({ act: 'end', reason: 'safety', why: 'She was shouted at.' })
})

test.each([
  ['ring', 'Rings longer than it may'],
  ['connection', 'Answered, and never connected'],
  ['meter', 'Nobody measures it any more'],
  ['bill', 'Over, and not billed'],
] satisfies [StuckKind, string][])(
  'a session that is stuck (%s) says how, and is ended without a tick',
  async (stuck, words) => {
    const { main, user, sent } = openOne({ ...live, stuck }, () => ({ done: 'The session is ended.' }))
    expect(textOf(main.element)).toContain(`${words}. What was shared is billed, the rest returns`)
    expect(main.queryByRole('checkbox')).toBeNull()
    await user.fill(main.field('Why'), 'It hangs.')
    await user.click(main.getByRole('button', { name: 'End and settle' }))
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(sent[0]?.fields).toEqual({ act: 'end', reason: 'stuck', why: 'It hangs.' })
  },
)

test('a session that a colleague has ended is told as a toast', async () => {
  let shown: SessionEvidence = { ...live, stuck: 'meter' }
  const { main, user } = openOne(
    () => shown,
    () => {
      shown = evidence
      return refusedAnswer('session_moved_on', 'Last: session ended, by Tara Bose.')
    },
  )
  await user.fill(main.field('Why'), 'It hangs.')
  await user.click(main.getByRole('button', { name: 'End and settle' }))
  await waitFor(() => expect(toastText()).toContain('Last: session ended, by Tara Bose.'))
  await waitFor(() => expect(main.queryByRole('button', { name: 'End and settle' })).toBeNull())
})

test('an open session is asked for again every few seconds, one that is over is not', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
  let reads = 0
  let shown = live
  openOne(() => {
    reads += 1
    return shown
  })
  expect(reads).toBe(1)
  vi.advanceTimersByTime(3_000)
  await waitFor(() => expect(reads).toBe(2))
  shown = evidence
  vi.advanceTimersByTime(3_000)
  await waitFor(() => expect(textOf(document.body)).toContain('Completed'))
  // React ends the effect of what it showed before a moment later.
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
const live: SessionEvidence = {
  ...evidence,
  session: { ...paidCall, state: 'live', endedAt: null, billedMinutes: null, chargedPaise: null },
}

function openTable(rows: SessionRow[], search = '') {
  return openTeamScreen(sessionsPage, {
    at: `/team/sessions${search}`,
    data: ({ url }) => ({
      tableQuery: readTableQuery(sessionTable, new URL(url).searchParams),
      page: { rows, previous: null, next: null },
    }),
  })
}

function openOne(shown: SessionEvidence | (() => SessionEvidence), answer?: (sent: Sent) => unknown) {
  return openTeamScreen(sessionPage, {
    at: `/team/sessions/${paidCall.id}`,
    path: '/team/sessions/:id',
    data: () => (typeof shown === 'function' ? shown() : shown),
    answer,
  })
}
