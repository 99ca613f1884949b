import { expect, test } from 'vitest'
import { behindRatingText, reminderTitle, starShares, starText } from '#app/reviews/review-text.ts'

test('a rating is described in words', () => {
  expect(starText(4)).toBe('4 of 5 stars')
})

test('the distribution starts with five stars and gives each share in percent', () => {
  expect(starShares([0, 1, 0, 0, 3])).toEqual([
    { stars: 5, count: 3, percent: 75 },
    { stars: 4, count: 0, percent: 0 },
    { stars: 3, count: 0, percent: 0 },
    { stars: 2, count: 1, percent: 25 },
    { stars: 1, count: 0, percent: 0 },
  ])
  expect(starShares([0, 0, 0, 0, 0]).every(({ percent }) => percent === 0)).toBe(true)
})

test('the rating says how many students and sessions stand behind it', () => {
  expect(behindRatingText({ count: 1, sessions: 1_250 })).toBe(
    'Stars of 1 student, each counted once with the newest review, out of 1,250 paid sessions.',
  )
  expect(behindRatingText({ count: 2 })).toBe('Stars of 2 students, each counted once with the newest review.')
})

test('the reminder counts sessions without feedback', () => {
  expect([1, 3].map(reminderTitle)).toEqual([
    'A student is waiting for your feedback',
    '3 sessions are waiting for your feedback',
  ])
})
