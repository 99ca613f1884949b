import { expect, test } from 'vitest'
import { createRecentAnswers } from '#server/recent-answers.ts'

test('the responses of the last minutes are counted, and older ones are dropped', () => {
  let now = 30_000
  const answers = createRecentAnswers({ minutes: 5, nowMs: () => now })
  for (const status of [200, 404, 500, 503]) answers.add(status)
  expect(answers.read()).toEqual({ served: 4, failed: 2, minutes: 1 })
  now += 4 * 60_000
  answers.add(200)
  expect(answers.read()).toEqual({ served: 5, failed: 2, minutes: 4 })
  now += 60_000
  expect(answers.read()).toEqual({ served: 1, failed: 0, minutes: 5 })
  now += 60 * 60_000
  answers.add(502)
  expect(answers.read()).toEqual({ served: 1, failed: 1, minutes: 5 })
})
