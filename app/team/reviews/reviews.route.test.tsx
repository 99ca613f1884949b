import { waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import * as reviewPage from '#app/team/reviews/review.route.tsx'
import * as reviewsPage from '#app/team/reviews/reviews.route.tsx'
import { reviewTable, type TeamReview } from '#domain/reviews/contract.ts'
import type { ReviewId } from '#kernel/ids.ts'
import { readTableQuery } from '#kernel/table.ts'
import { factsOf, optionsOf, rowsOf, textOf } from '#tests/read-element.ts'
import { refusedAnswer, type Sent, toastText } from '#tests/screen.tsx'
import { paidCall } from '#tests/session-views.ts'
import { confirm, openTeamScreen } from '#tests/team-screen.tsx'
import { asha, ravi } from '#tests/viewers.ts'

test('the table shows author, expert, comment and hidden state', () => {
  const { main } = openTable([ashasReview, { ...hiddenReview, id: 'v2' as ReviewId, comment: null }])
  expect(rowsOf(main.getByRole('table', { name: 'Reviews' }))).toEqual([
    ['Written', 'Stars', 'By', 'About', 'Comment', 'State'],
    ['May 03, 2026, 12:00 PM', '', 'Asha Verma', 'Ravi Nair', 'His brother is a thief.', ''],
    ['May 03, 2026, 12:00 PM', '', 'Asha Verma', 'Ravi Nair', '', 'Hidden'],
  ])
  const [stars] = main.getAllByRole('img')
  expect(stars?.getAttribute('aria-label')).toBe('1 of 5 stars')
  const [first] = main.getAllByRole('link', { name: 'May 03, 2026, 12:00 PM' })
  expect(first?.getAttribute('href')).toBe(`/team/reviews/${ashasReview.id}`)
})

test('the table can be filtered by stars, state and comment', () => {
  const { main } = openTable([ashasReview])
  expect(optionsOf(main.field('Stars'))).toEqual(['Any', '1 star', '2 stars', '3 stars', '4 stars', '5 stars'])
  expect(optionsOf(main.field('State'))).toEqual(['Shown and hidden', 'Shown', 'Hidden'])
  expect(optionsOf(main.field('Comment'))).toEqual(['With and without', 'With comment', 'Stars only'])
})

test('a filter from a link is shown, combines with other filters and can be removed', async () => {
  const { main, user, url } = openTable([ashasReview], `?expert=${ravi.id}`)
  await user.selectOptions(main.field('Stars'), '1 star')
  await waitFor(() => expect(url.current).toContain('stars=1'))
  expect(url.current).toContain(`expert=${ravi.id}`)
  const removeLink = main.getByRole('link', { name: 'About Ravi Nair , remove this filter' })
  expect(removeLink.getAttribute('href')).toBe('/team/reviews?stars=1&sort=-written')
})

test('an empty table shows an empty state', () => {
  expect(openTable([]).main.getByRole('heading', { name: 'No reviews found' })).toBeTruthy()
})

test('the team sees the full review with its people and session', () => {
  const answered = { answer: 'I have no brother.', answeredAt: new Date('2026-05-03T09:00:00Z') }
  const { main } = openReview({ ...ashasReview, ...answered })
  expect(textOf(main.getByRole('heading', { level: 1 }))).toBe('Asha Verma about Ravi Nair')
  const review = main.region('The review')
  expect(textOf(review.element)).toContain('His brother is a thief.')
  expect(textOf(review.element)).toContain('Ravi Nair answered on May 03, 2026 I have no brother.')
  expect(factsOf(review.element)).toEqual({ By: 'Asha Verma', About: 'Ravi Nair', Session: 'Evidence' })
  const evidence = review.getByRole('link', { name: 'Evidence' })
  expect(evidence.getAttribute('href')).toBe(`/team/sessions/${paidCall.id}`)
})

test('Meera hides a review with a public reason', async () => {
  let review = ashasReview
  const { main, user, sent } = openReview(
    () => review,
    () => {
      review = hiddenReview
      return { done: 'Hidden. Its stars do not count.' }
    },
  )
  const hide = main.region('Hide')
  const reason = hide.field('Reason')
  expect(textOf(document.getElementById(`${reason.id}-hint`))).toBe(
    'Everyone sees “A review was hidden” with this reason.',
  )
  await user.click(hide.getByRole('button', { name: 'Hide the review' }))
  expect(sent).toEqual([])
  await user.fill(reason, 'It names a third person.')
  await user.click(hide.getByRole('button', { name: 'Hide the review' }))
  expect(await confirm(user)).toBe(
    'Hide the review by Asha Verma about Ravi Nair. Its text and stars disappear immediately, and everyone sees your reason instead.',
  )
  await waitFor(() => expect(toastText()).toBe('Hidden. Its stars do not count.'))
  expect(sent[0]?.fields).toEqual({ act: 'hide', why: 'It names a third person.' })
  expect(await main.findByRole('button', { name: 'Show the review again' })).toBeTruthy()
  expect(main.queryByRole('button', { name: 'Hide the review' })).toBeNull()
})

test('a hidden review shows the date and reason and can be shown again', async () => {
  const { main, user, sent } = openReview(hiddenReview, () => ({ done: 'The review is public again.' }))
  expect(factsOf(main.region('The review').element)).toMatchObject({
    'Hidden May 04, 2026, 11:00 AM, public reason': 'It names a third person.',
  })
  await user.fill(main.field('Why it is shown again'), 'It named nobody.')
  await user.click(main.getByRole('button', { name: 'Show the review again' }))
  expect(await confirm(user)).toBe(
    'Show the review by Asha Verma about Ravi Nair again. Everyone can read it immediately, and its stars count again.',
  )
  await waitFor(() => expect(toastText()).toBe('The review is public again.'))
  expect(sent[0]?.fields).toEqual({ act: 'show', why: 'It named nobody.' })
})

test('a stale action shows who acted first', async () => {
  let review = ashasReview
  const { main, user } = openReview(
    () => review,
    () => {
      review = hiddenReview
      return refusedAnswer('review_moved_on', 'Last: review hidden, by Tara Bose.')
    },
  )
  await user.fill(main.field('Reason'), 'It names a third person.')
  await user.click(main.getByRole('button', { name: 'Hide the review' }))
  await confirm(user)
  await waitFor(() => expect(toastText()).toContain('Last: review hidden, by Tara Bose.'))
})

const ashasReview: TeamReview = {
  id: '0199c0de-0000-7000-8000-0000000005e1' as ReviewId,
  rating: 1,
  comment: 'His brother is a thief.',
  createdAt: new Date('2026-05-03T06:30:00Z'),
  changedAt: null,
  answer: null,
  answeredAt: null,
  hiddenReason: null,
  sessionId: paidCall.id,
  student: { id: asha.id, name: asha.name },
  expert: { id: ravi.id, name: ravi.name },
  hiddenAt: null,
}
const hiddenReview: TeamReview = {
  ...ashasReview,
  hiddenAt: new Date('2026-05-04T05:30:00Z'),
  hiddenReason: 'It names a third person.',
}

function openTable(rows: TeamReview[], search = '') {
  return openTeamScreen(reviewsPage, {
    at: `/team/reviews${search}`,
    data: ({ url }) => ({
      asked: readTableQuery(reviewTable, new URL(url).searchParams),
      page: { rows, previous: null, next: null },
    }),
  })
}

function openReview(review: TeamReview | (() => TeamReview), answer?: (sent: Sent) => unknown) {
  return openTeamScreen(reviewPage, {
    at: `/team/reviews/${ashasReview.id}`,
    path: '/team/reviews/:id',
    data: () => ({ review: typeof review === 'function' ? review() : review, trail: [] }),
    answer,
  })
}
