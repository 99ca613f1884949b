import { expect, test } from 'vitest'
import { allReviewsText, reminderTitle, starShares, starText } from '#app/reviews/review-text.ts'

test('stars are said in words', () => {
  expect(starText(4)).toBe('4 of 5 stars')
})

test('the distribution begins with the best and says each part of all', () => {
  expect(starShares([0, 1, 0, 0, 3])).toEqual([
    { stars: 5, count: 3, percent: 75 },
    { stars: 4, count: 0, percent: 0 },
    { stars: 3, count: 0, percent: 0 },
    { stars: 2, count: 1, percent: 25 },
    { stars: 1, count: 0, percent: 0 },
  ])
  expect(starShares([0, 0, 0, 0, 0]).every(({ percent }) => percent === 0)).toBe(true)
})

test('the way to all reviews says how many there are', () => {
  expect([6, 1_250].map(allReviewsText)).toEqual(['All 6 reviews', 'All 1.3k reviews'])
})

test('a reminder counts what waits', () => {
  expect([1, 3].map(reminderTitle)).toEqual([
    'A student waits for your feedback',
    '3 sessions wait for your feedback',
  ])
})
