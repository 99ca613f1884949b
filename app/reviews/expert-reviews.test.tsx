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

test('reviews show how many students and sessions the rating is based on, and which reviews do not count', () => {
  const older = { ...newest, id: 'v1' as ReviewId, rating: 5, comment: 'Great.', counts: false }
  const summary = { rating: 4.4, count: 1, stars: [0, 0, 0, 1, 0], sessions: 3 }
  const shown = { reviews: [newest, older], next: null, summary, part: 'all' as const, unanswered: false }
  const element = <ExpertReviews shown={shown} expertName="Ravi Nair" path="/expert/1" />
  render(<RouterProvider router={createMemoryRouter([{ path: '/', element }])} />)
  const sentence = screen.getByText('From the newest review of 1 student. The expert has had 3 paid sessions.')
  // No class hides or clips the sentence at any width.
  for (let parent: Element | null = sentence; parent; parent = parent.parentElement) {
    expect(parent.className).not.toMatch(/\b(hidden|sr-only|truncate|line-clamp-\d|whitespace-nowrap)\b/)
  }
  const [counted, uncounted] = screen.getAllByRole('listitem').map(textOf)
  expect(counted).not.toContain('Not counted')
  expect(uncounted).toContain('Not counted in the rating')
})
