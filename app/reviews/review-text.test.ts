import { expect, test } from 'vitest'
import { ratingBasisText, reminderTitle, starShares, starText } from '#app/reviews/review-text.ts'

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

test('the text says how many students and sessions the rating is based on', () => {
  expect(ratingBasisText({ count: 1, sessions: 1_250 })).toBe(
    'From the newest review of 1 student. The expert has had 1,250 paid sessions.',
  )
  expect(ratingBasisText({ count: 2, sessions: 1 })).toBe(
    'From the newest review of each of 2 students. The expert has had 1 paid session.',
  )
  expect(ratingBasisText({ count: 2 })).toBe('From the newest review of each of 2 students.')
})

test('the reminder counts sessions without feedback', () => {
  expect([1, 3].map(reminderTitle)).toEqual([
    'A student is waiting for your feedback',
    '3 sessions are waiting for your feedback',
  ])
})
