import { expect, test } from 'vitest'
import * as pairsPage from '#app/team/pairs/pairs.route.tsx'
import type { SuspiciousPair } from '#domain/team/contract.ts'
import { textOf } from '#tests/read-element.ts'
import { openTeamScreen } from '#tests/team-screen.tsx'
import { asha, ravi } from '#tests/viewers.ts'

const pair: SuspiciousPair = {
  student: { id: asha.id, name: 'Asha Rao' },
  expert: { id: ravi.id, name: 'Ravi Nair' },
  paidSessions: 8,
  shortCalls: 7,
  refundedWhole: 4,
  sharedBrowsers: 1,
  sharedAddresses: 0,
}

function open(pairs: SuspiciousPair[]) {
  return openTeamScreen(pairsPage, { at: '/team/pairs', path: '/team/pairs', data: () => ({ pairs }) })
}

test('a pair shows both people and the evidence that exists', () => {
  const text = textOf(open([pair]).main.getByRole('list', { name: 'Suspicious pairs' }))
  expect(text).toContain('Asha Rao called Ravi Nair')
  expect(text).toContain('Both signed in with 1 same browser')
  expect(text).not.toContain('same address')
  expect(text).toContain('8 paid sessions: 7 of at most 2 minutes, 4 refunded in full')
})

test('without pairs the page says so', () => {
  expect(open([]).main.getByRole('heading', { name: 'No suspicious pairs' })).toBeTruthy()
})
