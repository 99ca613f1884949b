import { waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import * as reviewsPage from '#app/dashboard/expert-reviews.route.tsx'
import type { ShownReviews } from '#app/reviews/expert-reviews.tsx'
import type { ReviewId } from '#kernel/ids.ts'
import { expectAccessible } from '#tests/accessible.ts'
import { errorResponse } from '#tests/error-response.ts'
import { linksOf, textOf } from '#tests/read-element.ts'
import { type LoaderData, openScreen, type Options, type Sent } from '#tests/screen.tsx'
import { ravi } from '#tests/viewers.ts'

type Listed = Exclude<ShownReviews, { problem: string }>

test('an expert reads all reviews, filters them by stars and answers one', async () => {
  let answer: string | null = null
  const { main, user, sent } = open(
    () => listed({ reviews: [{ ...review, answer, answeredAt: answer === null ? null : review.createdAt }] }),
    {
      answer: ({ fields }: Sent) => {
        answer = String(fields.words)
        return { done: 'Your answer has been published' }
      },
    },
  )
  expect(main.getByRole('heading', { level: 1, name: 'Reviews' })).toBeTruthy()
  expect(textOf(main.element)).toContain('Clear and patient.')
  expect(linksOf(main.getByRole('navigation', { name: 'Stars' }))).toEqual({
    'Any stars': '/expert/reviews?reviews=all',
    '5 stars': '/expert/reviews?reviews=all&stars=5',
    '4 stars': '/expert/reviews?reviews=all&stars=4',
    '3 stars': '/expert/reviews?reviews=all&stars=3',
    '2 stars': '/expert/reviews?reviews=all&stars=2',
    '1 star': '/expert/reviews?reviews=all&stars=1',
  })
  await expectAccessible(main.element)
  await user.click(main.getByRole('button', { name: 'Answer the review of Asha R.' }))
  await user.fill(main.field('Your answer'), 'Thank you!')
  await user.click(main.getByRole('button', { name: 'Answer publicly' }))
  await waitFor(() => expect(textOf(main.element)).toContain('Ravi Nair answered on'))
  expect(sent).toEqual([{ to: '/expert/reviews', fields: { act: 'answer', reviewId: review.id, words: 'Thank you!' } }])
})

test('a filter by stars stays with the other filter and with the pages', () => {
  const next = 'v0' as ReviewId
  const { main } = open(() => listed({ reviews: [review], stars: 4, unanswered: true, next }), {
    at: '/expert/reviews?reviews=all&unanswered&stars=4',
  })
  const stars = main.getByRole('navigation', { name: 'Stars' })
  expect(textOf(stars.querySelector('[aria-current=true]'))).toBe('4 stars')
  expect(linksOf(stars)['1 star']).toBe('/expert/reviews?reviews=all&unanswered&stars=1')
  expect(linksOf(main.getByRole('navigation', { name: 'Which reviews' }))).toEqual({
    All: '/expert/reviews?reviews=all&stars=4#reviews',
    'Not answered yet': '/expert/reviews?reviews=all&unanswered&stars=4#reviews',
  })
  expect(Object.values(linksOf(main.getByRole('navigation', { name: 'Pages of reviews' })))).toEqual([
    `/expert/reviews?reviews=${next}&unanswered&stars=4#reviews`,
  ])
})

test('a filter without a match keeps the filters', async () => {
  const { main } = open(() => listed({ stars: 1 }))
  expect(textOf(main.element)).toContain('No reviews match this choice.')
  expect(main.getByRole('navigation', { name: 'Stars' })).toBeTruthy()
  await expectAccessible(main.element)
})

test('without any review the page says how the first one comes', async () => {
  const { main } = open(() => listed({}))
  expect(main.getByRole('heading', { name: 'No Reviews Yet' })).toBeTruthy()
  expect(main.queryByRole('navigation')).toBeNull()
  await expectAccessible(main.element)
})

test('when the reviews do not load, the page says so', () => {
  const { main } = open(() => ({ problem: 'Failed to load reviews' }))
  expect(textOf(main.element)).toContain('Failed to load reviews')
})

test.each([
  ['pending', null, 'Account Pending Approval'],
  ['suspended', 'A forged degree', 'Account Suspended The reason: A forged degree'],
] as const)('%s experts see that reviews are locked', (approval, approvalReason, text) => {
  const { main } = openScreen(reviewsPage, { at: '/expert/reviews', viewer: ravi, data: { approval, approvalReason } })
  expect(textOf(main.element)).toContain(text)
})

test('a page that fails to load loads on retry', async () => {
  const { main, user } = open(() => listed({}), { error: errorResponse(502, 'Bad Gateway', 'no') })
  expect(main.getByRole('heading', { name: 'Your reviews did not load' })).toBeTruthy()
  await user.click(main.getByRole('button', { name: 'Try Again' }))
  expect(await main.findByRole('heading', { name: 'No Reviews Yet' })).toBeTruthy()
})

const review = {
  id: 'v1' as ReviewId,
  rating: 4,
  comment: 'Clear and patient.',
  createdAt: new Date('2026-05-04T05:00:00Z'),
  changedAt: null,
  userName: 'Asha R.',
  answer: null,
  answeredAt: null,
  counts: true,
} satisfies Listed['reviews'][number]

function listed(changes: Partial<Listed>): Listed {
  return { reviews: [], next: null, summary: null, part: 'all', unanswered: false, ...changes }
}

function open(readReviews: () => ShownReviews, options: Partial<Options> = {}) {
  return openScreen(reviewsPage, {
    at: '/expert/reviews',
    viewer: ravi,
    ...options,
    data: (): LoaderData<typeof reviewsPage> => ({
      approval: 'approved',
      fullName: ravi.name,
      reviews: readReviews(),
    }),
  })
}
