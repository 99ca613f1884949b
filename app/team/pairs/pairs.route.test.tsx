import { within } from '@testing-library/react'
import { expect, test } from 'vitest'
import * as pairsPage from '#app/team/pairs/pairs.route.tsx'
import type { PairEvidence, SuspiciousPair } from '#domain/people/contract.ts'
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
  { looked = [], answer }: { looked?: SuspiciousPair[]; answer?: () => unknown } = {},
) {
  return openTeamScreen(pairsPage, {
    at: '/team/pairs',
    data: { waiting, looked },
    ...(answer && { answer }),
  })
}

function evidenceOf(pair: SuspiciousPair): string[] {
  const card = open([pair]).main.getByRole('listitem', { name: 'Asha Rao and Ravi Nair' })
  return [...(card.querySelector('ul')?.children ?? [])].map(textOf)
}

test('all evidence of a student and an expert is said in sentences', () => {
  const pair = newPair({
    paidSessions: 8,
    shortCalls: 7,
    shortCallsAtOnce: 6,
    refundedWhole: 4,
    sharedBrowsers: 1,
    sharedDevices: 1,
    sharedAddresses: 2,
    sharedBankAccounts: 1,
    circlePeople: 2,
  })
  expect(evidenceOf(pair)).toEqual([
    'Both logged in with 1 same browser.',
    'Both logged in with the same kind of browser from 1 same address.',
    'Both logged in from 2 same addresses, which few others use.',
    'Another expert on the device of Asha Rao is paid to 1 bank account of Ravi Nair.',
    'Short calls go in a circle of 2 people: a student on the device of Ravi Nair calls, and the calls lead back.',
    '6 calls of at most 2 minutes within 7 days.',
    '4 sessions refunded in full.',
    '8 paid sessions in 90 days, 7 of them of at most 2 minutes.',
  ])
})

test('evidence below its limit is not said, and a shared device is not said twice', () => {
  const pair = newPair({ paidSessions: 3, shortCallsAtOnce: 2, refundedWhole: 1, sharedDevices: 1, sharedAddresses: 1 })
  expect(evidenceOf(pair)).toEqual([
    'Both logged in with the same kind of browser from 1 same address.',
    '3 paid sessions in 90 days, 0 of them of at most 2 minutes.',
  ])
})

test('two experts with one bank account are a pair', () => {
  const card = open([newPair({ sharedBankAccounts: 1 })]).main.getByRole('listitem', {
    name: 'Asha Rao and Ravi Nair',
  })
  expect(textOf(card)).toContain('Asha Rao and Ravi Nair Both are paid to 1 same bank account.')
  expect(within(card).getByRole('link', { name: 'Ravi Nair' }).getAttribute('href')).toBe(`/team/people/${ravi.id}`)
})

test('a pair that waits again shows the last look and what is new since', () => {
  const evidence = { paidSessions: 9, sharedBrowsers: 1, refundedWhole: 3 }
  expect(evidenceOf(newPair(evidence, { look, unseen: ['refundedWhole'] }))).toEqual([
    'Both logged in with 1 same browser.',
    '3 sessions refunded in full since the last look. New',
    '9 paid sessions in 90 days, 0 of them of at most 2 minutes.',
  ])
  expect(document.body.textContent).toContain('“Two sisters.” Meera Nair, May 01, 2026, 12:00 PM')
})

test('a look is sent with its note and the time of the evidence that was read', async () => {
  const screen = open([newPair({ sharedBrowsers: 1, paidSessions: 1 })], {
    answer: () => ({ done: 'Looked at.' }),
  })
  await screen.user.fill(
    screen.main.getByRole<HTMLTextAreaElement>('textbox', { name: /What you found/ }),
    'Two sisters.',
  )
  await screen.user.click(screen.main.getByRole('button', { name: 'Mark as looked at' }))
  expect(screen.sent).toEqual([
    {
      to: '/team/pairs',
      fields: { act: 'look', id, evidenceAt: '2026-05-04T06:30:00.000Z', note: 'Two sisters.' },
    },
  ])
})

test('a refusal is shown beside the note, which stays', async () => {
  const screen = open([newPair({ sharedBrowsers: 1 })], { answer: () => refusedAnswer('pair_note_missing') })
  const note = screen.main.getByRole<HTMLTextAreaElement>('textbox', { name: /What you found/ })
  await screen.user.fill(note, ' x')
  await screen.user.click(screen.main.getByRole('button', { name: 'Mark as looked at' }))
  expect(await screen.main.findByText(/^Write what you found/)).toBeTruthy()
  expect(note.value).toBe(' x')
})

test('pairs that were looked at are listed apart, with the note and without a form', () => {
  const { main } = open([], { looked: [newPair({ sharedBrowsers: 1 }, { look })] })
  const list = main.getByRole('list', { name: 'Looked at' })
  expect(textOf(list)).toContain('“Two sisters.” Meera Nair')
  expect(within(list).queryByRole('textbox')).toBeNull()
})

test('without pairs the page says so, and the team can search at once', async () => {
  const screen = open([], { answer: () => ({ done: 'Searched.' }) })
  expect(screen.main.getByRole('heading', { name: 'No pairs to look at' })).toBeTruthy()
  await screen.user.click(screen.main.getByRole('button', { name: 'Search now' }))
  expect(screen.sent).toEqual([{ to: '/team/pairs', fields: { act: 'search' } }])
})
