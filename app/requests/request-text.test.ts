import { expect, test } from 'vitest'
import { askedText, remainingText, ringingText, unansweredText } from '#app/requests/request-text.ts'

test.each([
  [90_000, '1:30'],
  [60_999, '1:01'],
  [1, '0:01'],
  [0, '0:00'],
  [-5, '0:00'],
])('%i ms are shown as %s', (ms, text) => {
  expect(remainingText(ms)).toBe(text)
})

test('the texts say how many experts are being asked now and were asked so far', () => {
  expect(ringingText({ ringing: 1 })).toBe('1 expert is being asked')
  expect(askedText({ asked: 3, ringing: 3, declined: 0 })).toBeNull()
  expect(askedText({ asked: 3, ringing: 2, declined: 1 })).toBe('3 asked so far, 1 declined')
  expect(askedText({ asked: 8, ringing: 5, declined: 0 })).toBe('8 asked so far')
})

test('the heading of an unanswered request says how many experts were asked', () => {
  expect(unansweredText({ asked: 0 }).title).toBe('No matching expert is free right now')
  expect(unansweredText({ asked: 1 }).title).toBe('The expert we asked did not accept')
  expect(unansweredText({ asked: 5 }).title).toBe('None of the 5 experts accepted')
})
