import { expect, test } from 'vitest'
import { ratingText, reviewCountText, sessionCountText, shareText } from '#app/experts/expert-text.ts'
import { paise } from '#kernel/money.ts'

const ravi = {
  name: 'Ravi Nair',
  title: 'Physics teacher',
  rating: 4.8333,
  reviews: 1_250,
  sessions: 2,
  ratePaisePerMinute: paise(12_50),
}

test('the share text has name, title, rating, sessions and price', () => {
  expect(shareText(ravi, 'Samjhao')).toBe(
    'Ravi Nair, Physics teacher, on Samjhao\n' +
      '⭐ 4.8 from 1.3k reviews · 2 sessions · ₹12.50/min\n' +
      'Doubt hai? अब expert से सीधे समझो!',
  )
})

test('the texts say that there are no reviews or sessions yet', () => {
  expect(ratingText({ rating: 4.5, reviews: 0 })).toBe('4.5 (No reviews yet)')
  expect(reviewCountText({ reviews: 0 })).toBe('(No reviews yet)')
  expect(sessionCountText({ sessions: 0 })).toBe('No sessions yet')
})

test('one review and one session use the singular', () => {
  expect(ratingText({ rating: 4.6, reviews: 1 })).toBe('4.6 from 1 review')
  expect(sessionCountText({ sessions: 1 })).toBe('1 session')
  expect(reviewCountText({ reviews: 12 })).toBe('12 reviews')
})
