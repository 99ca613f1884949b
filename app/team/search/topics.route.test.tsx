import { waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import * as topicPage from '#app/team/search/topic.route.tsx'
import * as topicsPage from '#app/team/search/topics.route.tsx'
import type { SearchTopic } from '#domain/discovery/contract.ts'
import { expectAccessible } from '#tests/accessible.ts'
import { linksOf, textOf } from '#tests/read-element.ts'
import { refusedAnswer, type Sent, toastText } from '#tests/screen.tsx'
import { openTeamScreen } from '#tests/team-screen.tsx'
import { ravi } from '#tests/viewers.ts'

const calculus: SearchTopic = {
  id: 'calculus',
  name: 'Calculus',
  kind: 'subject',
  words: ['integration', 'limits'],
  subjects: ['calculus'],
  related: ['mathematics'],
  version: 3,
}
const unchanged = { version: '3', name: 'Calculus', kind: 'subject', subjects: 'calculus', related: 'mathematics' }

const openTopic = (answer?: (sent: Sent) => unknown) =>
  openTeamScreen(topicPage, { at: '/team/search/calculus', data: { topic: calculus }, answer })

test('the page lists topics with their kind and first words', async () => {
  const topic = {
    id: 'calculus',
    name: 'Calculus',
    kind: 'subject' as const,
    wordCount: 14,
    firstWords: ['integration'],
  }
  const { main } = openTeamScreen(topicsPage, { at: '/team/search', data: { filter: '', topics: [topic] } })
  expect(linksOf(main.getByRole('list', { name: 'Topics' }))).toEqual({ Calculus: '/team/search/calculus' })
  expect(textOf(main.element)).toContain('integration and 13 more')
  await expectAccessible()
})

test('the form saves the fields with the version that was loaded', async () => {
  const { main, user, sent } = openTopic(() => ({ done: 'Saved.' }))
  await user.fill(main.field('Words that students use'), 'integral')
  await user.click(main.getByRole('button', { name: 'Save topic' }))
  await waitFor(() => expect(toastText()).toBe('Saved.'))
  expect(sent).toEqual([{ to: '/team/search/calculus', fields: { ...unchanged, act: 'save', words: 'integral' } }])
})

test('a refusal stays beside the fields', async () => {
  const { main, user } = openTopic(() => refusedAnswer('content_changed'))
  await user.click(main.getByRole('button', { name: 'Remove topic' }))
  expect(textOf(await main.findByRole('alert'))).toContain('Someone has changed this in the meantime.')
})

test('a preview sends the entered words and shows the experts found before and after', async () => {
  const preview = {
    query: 'integral',
    today: { total: 0, experts: [] },
    changed: { total: 1, experts: [{ id: ravi.expertId, name: 'Ravi Nair' }] },
  }
  const { main, user, sent } = openTopic(() => ({ preview }))
  await user.fill(main.field('Words that students use'), 'integral')
  await user.fill(main.field('Query'), 'integral')
  await user.click(main.getByRole('button', { name: 'Preview' }))
  await waitFor(() => expect(textOf(main.region('Preview').element)).toContain('With your change'))
  expect(textOf(main.region('Preview').element)).toContain('Ravi Nair')
  expect(sent.map(({ fields }) => fields)).toEqual([
    { ...unchanged, act: 'preview', words: 'integral', query: 'integral' },
  ])
  await expectAccessible()
})
