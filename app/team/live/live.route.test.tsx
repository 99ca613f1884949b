import { waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import * as livePage from '#app/team/live/live.route.tsx'
import type { InstallationReport, LiveOverview, OpenSessionRow, PeriodFigures, Vitals } from '#domain/team/contract.ts'
import type { SessionId } from '#kernel/ids.ts'
import { paise } from '#kernel/money.ts'
import { expectAccessible } from '#tests/accessible.ts'
import { factsOf, linksOf, rowsOf, textOf } from '#tests/read-element.ts'
import { now, refusedAnswer } from '#tests/screen.tsx'
import { openTeamScreen } from '#tests/team-screen.tsx'
import { asha, ravi } from '#tests/viewers.ts'

test('the live page lists open sessions with people, start and shared time', () => {
  const { main } = open({ sessions: { count: 1, rows: [liveSession] } })
  expect(rowsOf(main.getByRole('table', { name: 'Open sessions' }))).toEqual([
    ['Session', 'Student', 'Expert', 'Since', 'Shared time'],
    ['Live now Video call', 'Asha Verma', 'Ravi Nair', '5 minutes ago', '01:01'],
  ])
  expect(linksOf(main.getByRole('table', { name: 'Open sessions' }))).toMatchObject({
    'Live now Video call': `/team/sessions/${liveSession.id}`,
    'Asha Verma': `/team/people/${asha.id}`,
  })
})

test('a stuck session is shown on top with a link to end it', () => {
  const { main } = open({ sessions: { count: 1, rows: [{ ...liveSession, stuck: 'meter' }] } })
  const alert = main.getByRole('alert')
  expect(textOf(alert)).toContain('1 session is stuck Asha Verma with Ravi Nair: No longer metered')
  const end = within(alert).getByRole('link', {
    name: 'End and settle the session of Asha Verma with Ravi Nair',
  })
  expect(end.getAttribute('href')).toBe(`/team/sessions/${liveSession.id}#end`)
  expect(main.getByLabelText('Stuck')).toBeTruthy()
})

test('several stuck sessions are counted', () => {
  const rows: OpenSessionRow[] = [
    { ...liveSession, stuck: 'ring' },
    { ...liveSession, id: 's2' as SessionId, stuck: 'bill' },
  ]
  const { main } = open({ sessions: { count: 2, rows } })
  expect(textOf(main.getByRole('alert'))).toContain('2 sessions are stuck')
})

test('each section shows an empty state', () => {
  const text = textOf(open().main.element)
  expect(text).toContain('Sessions No open sessions.')
  expect(text).toContain('Unanswered Last 6 hours, by expert No unanswered calls.')
  expect(text).toContain('Online No experts are online.')
})

test('data that could not be read is shown as not known', () => {
  const { main } = open({ sessions: null, rings: null, online: null })
  expect(main.getAllByText('Not known: the database did not answer in time.')).toHaveLength(3)
})

test('the live page lists experts with unanswered calls and online experts', () => {
  const expert = { id: ravi.id, name: ravi.name }
  const { main } = open({
    rings: [
      { expert, missed: 2, cancelled: 1, lastAt: new Date('2026-05-04T06:00:00Z') },
      {
        expert: { id: asha.id, name: 'Zoya Khan' },
        missed: 1,
        cancelled: 0,
        lastAt: new Date('2026-05-04T06:00:00Z'),
      },
    ],
    online: {
      count: 101,
      people: [{ ...expert, sinceAt: new Date('2026-05-04T05:30:00Z'), inSession: true }],
    },
  })
  const text = textOf(main.element)
  expect(text).toContain('Ravi Nair 2 missed, 1 cancelled before an answer, the last 30 minutes ago')
  expect(text).toContain('Zoya Khan 1 missed, the last 30 minutes ago')
  expect(text).toContain('Online 101, of which 100 are shown Ravi Nair In a Session 1 hour ago')
})

test('the system tiles show the health figures', () => {
  expect(factsOf(open().main.region('System').element)).toEqual({
    Sockets: '1,240 | and 2 calls, in one of 3 processes',
    Database: '4 ms | Responding',
    Errors: '0.5% | 5 of 1,000 responses, in 5 minutes',
    'Jobs waiting': '3 | Oldest: 90 s',
    'Jobs failed': '1 | permanently, in the last month',
    'Emails failed': '0 | of the failed jobs',
  })
})

test('the system tiles show Not known when the database does not respond', () => {
  const unknownVitals: Vitals = {
    ...vitals,
    processes: null,
    databaseMs: null,
    queue: null,
    answers: { served: 0, failed: 0, minutes: 1 },
  }
  expect(factsOf(open({}, unknownVitals).main.region('System').element)).toEqual({
    Sockets: '1,240 | and 2 calls, in this process',
    Database: 'Not known | Not responding in time',
    Errors: '0% | 0 of 0 responses, in a minute',
    'Jobs waiting': 'Not known',
    'Jobs failed': 'Not known | permanently, in the last month',
    'Emails failed': 'Not known | of the failed jobs',
  })
})

test('sales are shown as a chart of one measure and as a table', async () => {
  const { main, user } = open()
  const [hours] = main.getAllByText('The last 48 hours')
  const card = hours?.closest('section') as HTMLElement
  expect(textOf(card)).toContain('Paid calls. 2 calls, 10 minutes, ₹100 charged, ₹12 net fee, ₹40 refunded.')
  await user.selectOptions(within(card).getByLabelText('Show'), 'Charged to students')
  expect(textOf(card)).toContain('Charged to students. 2 calls')
  expect(rowsOf(main.getByRole('table', { name: 'The last 48 hours' }))).toEqual([
    ['Hour', 'Calls', 'Minutes', 'Charged', 'Our fee', 'Refunded'],
    ['04 May, 11:00', '2', '10', '₹100', '₹20', '₹40'],
    ['04 May, 10:00', '0', '0', '₹0', '₹0', '₹0'],
  ])
})

const report: InstallationReport = {
  checkedAt: new Date('2026-05-04T06:20:00Z'),
  isComplete: false,
  checks: [
    { name: 'Database', state: 'ok', seen: 'PostgreSQL 18.4.', advice: null },
    { name: 'Mail', state: 'failed', seen: 'Invalid login.', advice: 'Check SMTP_URL.' },
    { name: 'Redis', state: 'not_configured', seen: 'The database carries the messages between nodes.', advice: null },
  ],
}

test('the services of the server are a table with the time of the check', async () => {
  const { main } = open({}, vitals, { installation: report })
  const region = main.region('Installation')
  expect(textOf(region.element)).toContain('This server tried its services 10 minutes ago.')
  expect(textOf(region.element)).toContain('Keys and push services are checked only on request.')
  expect(rowsOf(main.getByRole('table', { name: 'Services of this server' }))).toEqual([
    ['What', 'State', 'Seen', 'What to do'],
    ['Database', 'OK', 'PostgreSQL 18.4.', 'Nothing'],
    ['Mail', 'Failed', 'Invalid login.', 'Check SMTP_URL.'],
    ['Redis', 'Not configured', 'The database carries the messages between nodes.', 'Nothing'],
  ])
  await expectAccessible()
})

test('before the first result the page says so', () => {
  const { main } = open()
  expect(textOf(main.region('Installation').element)).toContain('This server is still trying its services.')
})

test('an administrator checks again, and a refusal is shown beside the button', async () => {
  const answers = [{ done: 'Checked. The table shows the result.' }, refusedAnswer('checked_recently')]
  const { main, user, sent } = open({}, vitals, { installation: report, answer: () => answers.shift() })
  await user.click(main.getByRole('button', { name: 'Check again' }))
  await waitFor(() => expect(answers).toHaveLength(1))
  await waitFor(() => expect(main.getByRole('button', { name: 'Check again' }).getAttribute('aria-busy')).toBeNull())
  await user.click(main.getByRole('button', { name: 'Check again' }))
  expect(await main.findByText(/less than 30 seconds ago/)).toBeTruthy()
  expect(sent).toEqual([
    { to: '/team/live', fields: { act: 'check_again' } },
    { to: '/team/live', fields: { act: 'check_again' } },
  ])
})

test('support has no button to check again', () => {
  const { main } = open({}, vitals, { installation: report, shell: { teamRole: 'support' } })
  expect(main.queryByRole('button', { name: 'Check again' })).toBeNull()
})

test('the live page refreshes every few seconds and shows when it is stale', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], now })
  const later = { ...emptyOverview, at: new Date('2026-05-04T06:30:03Z'), sessions: { count: 1, rows: [liveSession] } }
  const answers = [
    () => Response.json({ board: later, vitals }),
    () => Promise.reject(new TypeError('Failed to fetch')),
    () => Response.json({ board: later, vitals }),
  ]
  const fetchSnapshot = vi.fn<(url: string) => unknown>(() => answers.shift()?.())
  vi.stubGlobal('fetch', fetchSnapshot)
  const { main } = open()
  await vi.advanceTimersByTimeAsync(3_000)
  await vi.waitFor(() => expect(main.queryByRole('table', { name: 'Open sessions' })).toBeTruthy(), {
    timeout: 10_000,
  })
  expect(fetchSnapshot.mock.lastCall?.[0]).toBe('/team/live/now')
  await vi.advanceTimersByTimeAsync(3_000)
  await vi.waitFor(() => expect(textOf(main.getByRole('alert'))).toContain('The server is not responding'), {
    timeout: 10_000,
  })
  // The last known data stays.
  expect(main.queryByRole('table', { name: 'Open sessions' })).toBeTruthy()
  await vi.advanceTimersByTimeAsync(3_000)
  await vi.waitFor(() => expect(main.queryByRole('alert')).toBeNull(), { timeout: 10_000 })
})

const liveSession: OpenSessionRow = {
  id: '0199c0de-0000-7000-8000-00000000ca11' as SessionId,
  state: 'live',
  callType: 'video',
  student: { id: asha.id, name: asha.name },
  expert: { id: ravi.id, name: ravi.name },
  sinceAt: new Date('2026-05-04T06:25:00Z'),
  liveMs: 61_000,
  stuck: null,
}
const emptyOverview: LiveOverview = {
  at: now,
  online: { count: 0, people: [] },
  sessions: { count: 0, rows: [] },
  rings: [],
}
const vitals: Vitals = {
  sockets: 1_240,
  calls: 2,
  answers: { served: 1_000, failed: 5, minutes: 5 },
  processes: 3,
  databaseMs: 4,
  queue: { waiting: 3, oldestMs: 90_000, failed: 1, mailsFailed: 0 },
}
const zero = paise(0)
const figures: PeriodFigures[] = [
  {
    startsAt: new Date('2026-05-04T04:30:00Z'),
    calls: 0,
    minutes: 0,
    charged: zero,
    fee: zero,
    refunded: zero,
    feeRefunded: zero,
  },
  {
    startsAt: new Date('2026-05-04T05:30:00Z'),
    calls: 2,
    minutes: 10,
    charged: paise(10_000),
    fee: paise(2_000),
    refunded: paise(4_000),
    feeRefunded: paise(800),
  },
]

type More = Pick<Parameters<typeof openTeamScreen>[1], 'answer' | 'shell'> & { installation?: InstallationReport }

function open(overview: Partial<LiveOverview> = {}, shownVitals = vitals, { installation, ...options }: More = {}) {
  const board = { ...emptyOverview, ...overview }
  return openTeamScreen(livePage, {
    at: '/team/live',
    data: { now: { board, vitals: shownVitals }, hours: figures, days: figures, installation: installation ?? null },
    ...options,
  })
}
