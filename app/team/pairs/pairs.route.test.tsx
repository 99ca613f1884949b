import { waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import * as pairsPage from '#app/team/pairs/pairs.route.tsx'
import type { PairEvidence, PairSearch, SuspiciousPair } from '#domain/people/contract.ts'
import { teamRefreshMs } from '#kernel/limits.ts'
import { textOf } from '#tests/read-element.ts'
import { now, refusedAnswer } from '#tests/screen.tsx'
import { openTeamScreen } from '#tests/team-screen.tsx'
import { asha, meera, ravi } from '#tests/viewers.ts'

const nothing: PairEvidence = {
  paidSessions: 0,
  shortCalls: 0,
  shortCallsAtOnce: 0,
  refundedWhole: 0,
  sharedBrowsers: 0,
  sharedDevices: 0,
  sharedAddresses: 0,
  sharedBankAccounts: 0,
  deviceBankAccounts: 0,
  circlePeople: 0,
}
const id = '0199c0de-0000-7000-8000-0000000000a1'

function newPair(evidence: Partial<PairEvidence>, changes: Partial<SuspiciousPair> = {}): SuspiciousPair {
  return {
    id,
    first: { id: asha.id, name: 'Asha Rao' },
    second: { id: ravi.id, name: 'Ravi Nair' },
    evidence: { ...nothing, ...evidence },
    unseen: [],
    evidenceAt: now,
    look: null,
    ...changes,
  }
}

const look = { at: new Date('2026-05-01T06:30:00Z'), by: { id: meera.id, name: 'Meera Nair' }, note: 'Two sisters.' }

function open(
  waiting: SuspiciousPair[],
  {
    looked = [],
    search = { searchedAt: now, isRequested: false },
    answer,
  }: { looked?: SuspiciousPair[]; search?: PairSearch; answer?: () => unknown } = {},
) {
  return openTeamScreen(pairsPage, {
    at: '/team/pairs',
    data: { waiting, looked, search },
    ...(answer && { answer }),
  })
}

function evidenceOf(pair: SuspiciousPair): string[] {
  const card = open([pair]).main.getByRole('listitem', { name: 'Asha Rao and Ravi Nair' })
  return [...(card.querySelector('ul')?.children ?? [])].map(textOf)
}

test('all evidence of a student and an expert is shown as sentences', () => {
  const pair = newPair({
    paidSessions: 8,
    shortCalls: 7,
    shortCallsAtOnce: 6,
    refundedWhole: 4,
    sharedBrowsers: 1,
    sharedDevices: 1,
    sharedAddresses: 2,
    deviceBankAccounts: 1,
    circlePeople: 2,
  })
  expect(evidenceOf(pair)).toEqual([
    'Both logged in with the same browser.',
    'Both logged in with the same kind of browser at the same network address.',
    'Both logged in from the same 2 network addresses, used by at most 10 accounts.',
    'Another expert account on a device of Asha Rao requested payouts to a bank account of Ravi Nair.',
    'Short calls form a circle of 2 people: a student account on a device of Ravi Nair calls the next expert, and the calls lead back to Asha Rao.',
    '6 calls of at most 2 minutes within 7 days.',
    '4 sessions refunded in full.',
    '8 paid sessions in 90 days, 7 of them of at most 2 minutes.',
  ])
})

test('several browsers, network addresses and bank accounts are counted', () => {
  const pair = newPair({ sharedBrowsers: 2, sharedDevices: 3, sharedAddresses: 4, deviceBankAccounts: 2 })
  expect(evidenceOf(pair)).toEqual([
    'Both logged in with the same 2 browsers.',
    'Both logged in with the same kind of browser at the same 3 network addresses.',
    'Both logged in from the same 4 network addresses, used by at most 10 accounts.',
    'Another expert account on a device of Asha Rao requested payouts to 2 bank accounts of Ravi Nair.',
  ])
})

test('a bank account used by both people is shown as shared, even after calls between them', () => {
  expect(evidenceOf(newPair({ sharedBankAccounts: 2, paidSessions: 1 }))).toEqual([
    'Both requested payouts to the same 2 bank accounts.',
    '1 paid session in 90 days, 0 of them of at most 2 minutes.',
  ])
})

test('evidence below its limit is not shown, and a shared device is not also shown as a shared network address', () => {
  const pair = newPair({ paidSessions: 3, shortCallsAtOnce: 2, refundedWhole: 1, sharedDevices: 1, sharedAddresses: 1 })
  expect(evidenceOf(pair)).toEqual([
    'Both logged in with the same kind of browser at the same network address.',
    '3 paid sessions in 90 days, 0 of them of at most 2 minutes.',
  ])
})

test('two experts with one bank account are a pair', () => {
  const card = open([newPair({ sharedBankAccounts: 1 })]).main.getByRole('listitem', {
    name: 'Asha Rao and Ravi Nair',
  })
  expect(textOf(card)).toContain('Asha Rao and Ravi Nair Both requested payouts to the same bank account.')
  expect(within(card).getByRole('link', { name: 'Ravi Nair' }).getAttribute('href')).toBe(`/team/people/${ravi.id}`)
})

test('a pair that is back in the queue shows the last look and the new evidence', () => {
  const evidence = { paidSessions: 9, sharedBrowsers: 1, refundedWhole: 3 }
  expect(evidenceOf(newPair(evidence, { look, unseen: ['refundedWhole'] }))).toEqual([
    'Both logged in with the same browser.',
    '3 sessions refunded in full, new since the last look. New',
    '9 paid sessions in 90 days, 0 of them of at most 2 minutes.',
  ])
  expect(document.body.textContent).toContain('“Two sisters.” Meera Nair, May 01, 2026, 12:00 PM')
})

test('a look is sent with its note and the time of the evidence shown', async () => {
  const screen = open([newPair({ sharedBrowsers: 1, paidSessions: 1 })], {
    answer: () => ({ done: 'Looked at.' }),
  })
  await screen.user.fill(
    screen.main.getByRole<HTMLTextAreaElement>('textbox', { name: /What you found/ }),
    'Two sisters.',
  )
  await screen.user.click(screen.main.getByRole('button', { name: 'Mark as looked at' }))
  const fields = { act: 'look', id, evidenceAt: '2026-05-04T06:30:00.000Z', note: 'Two sisters.' }
  await waitFor(() => expect(screen.sent).toEqual([{ to: '/team/pairs', fields }]))
})

test('a refusal is shown beside the form and keeps the note', async () => {
  const screen = open([newPair({ sharedBrowsers: 1 })], { answer: () => refusedAnswer('pair_note_missing') })
  const note = screen.main.getByRole<HTMLTextAreaElement>('textbox', { name: /What you found/ })
  await screen.user.fill(note, ' x')
  await screen.user.click(screen.main.getByRole('button', { name: 'Mark as looked at' }))
  expect(await screen.main.findByText(/^Write what you found/)).toBeTruthy()
  expect(note.value).toBe(' x')
})

test('pairs that were looked at are in a separate list, with the note and without a form', () => {
  const { main } = open([], { looked: [newPair({ sharedBrowsers: 1 }, { look })] })
  const list = main.getByRole('list', { name: 'Looked at' })
  expect(textOf(list)).toContain('“Two sisters.” Meera Nair')
  expect(within(list).queryByRole('textbox')).toBeNull()
})

test('a page without pairs shows an empty state, and the team can request a search', async () => {
  const screen = open([], { answer: () => ({ done: 'The search runs now.' }) })
  expect(screen.main.getByRole('heading', { name: 'No pairs to look at' })).toBeTruthy()
  expect(textOf(screen.main.element)).toContain('Last search: May 04, 2026, 12:00 PM.')
  await screen.user.click(screen.main.getByRole('button', { name: 'Search now' }))
  await waitFor(() => expect(screen.sent).toEqual([{ to: '/team/pairs', fields: { act: 'search' } }]))
})

test.each([
  [{ searchedAt: now, isRequested: true }, 'A search is running. Last search: May 04, 2026, 12:00 PM.'],
  [{ searchedAt: null, isRequested: false }, 'No search has finished yet.'],
])('the page shows the state of the search: %o', (search, text) => {
  expect(textOf(open([], { search }).main.element)).toContain(text)
})

test('while a search runs, the page is reloaded until the search has finished', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  let reads = 0
  openTeamScreen(pairsPage, {
    at: '/team/pairs',
    data: () => {
      reads += 1
      return { waiting: [], looked: [], search: { searchedAt: now, isRequested: reads < 2 } }
    },
  })
  expect(document.body.textContent).toContain('A search is running.')
  vi.advanceTimersByTime(teamRefreshMs)
  await waitFor(() => expect(document.body.textContent).not.toContain('A search is running.'))
  expect(reads).toBe(2)
})
