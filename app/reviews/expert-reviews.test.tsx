import { render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import { ExpertReviews } from '#app/reviews/expert-reviews.tsx'
import type { ShownReview } from '#app/reviews/review-rows.tsx'
import type { ReviewId } from '#kernel/ids.ts'
import { textOf } from '#tests/read-element.ts'

const newest: ShownReview = {
  id: 'v2' as ReviewId,
  rating: 4,
  comment: 'Clear.',
  createdAt: new Date('2026-05-04T05:00:00Z'),
  changedAt: null,
  userName: 'Asha R.',
  answer: null,
  answeredAt: null,
  counts: true,
}

test('reviews say how many students and sessions stand behind the stars, and which of them do not count', () => {
  const older = { ...newest, id: 'v1' as ReviewId, rating: 5, comment: 'Great.', counts: false }
  const summary = { rating: 4.4, count: 1, stars: [0, 0, 0, 1, 0], sessions: 3 }
  const shown = { reviews: [newest, older], next: null, summary, part: 'all' as const, unanswered: false }
  const element = <ExpertReviews shown={shown} expertName="Ravi Nair" path="/expert/1" />
  render(<RouterProvider router={createMemoryRouter([{ path: '/', element }])} />)
  const sentence = screen.getByText(
    'Stars of 1 student, each counted once with the newest review, out of 3 paid sessions.',
  )
  // At 390 and at 1280 px alike: no class hides it at a width or clips its words.
  for (let around: Element | null = sentence; around; around = around.parentElement) {
    expect(around.className).not.toMatch(/\b(hidden|sr-only|truncate|line-clamp-\d|whitespace-nowrap)\b/)
  }
  const [counted, uncounted] = screen.getAllByRole('listitem').map(textOf)
  expect(counted).not.toContain('Not counted')
  expect(uncounted).toContain('Not counted in the rating')
})
