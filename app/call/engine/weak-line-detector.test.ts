import { expect, test } from 'vitest'
import type { Quality } from '#app/call/engine/traffic.ts'
import { createWeakLineDetector } from '#app/call/engine/weak-line-detector.ts'

/** Results of the detector, one per second. */
function detectAfter(...seconds: [Quality, times: number][]): boolean[] {
  const detect = createWeakLineDetector()
  return seconds
    .flatMap(([quality, times]) => Array.from({ length: times }, () => quality))
    .map((quality, second) => detect(quality, second * 1_000))
}

test('a connection is weak after five poor seconds in a row', () => {
  expect(detectAfter(['poor', 5]).at(-1)).toBe(false)
  expect(detectAfter(['poor', 6]).at(-1)).toBe(true)
  expect(detectAfter(['poor', 5], ['weak', 1], ['poor', 5]).at(-1)).toBe(false)
  expect(detectAfter(['poor', 3], ['lost', 3]).at(-1)).toBe(true)
})

test('a connection recovers after ten good seconds in a row', () => {
  expect(detectAfter(['poor', 6], ['good', 10]).at(-1)).toBe(true)
  expect(detectAfter(['poor', 6], ['good', 11]).at(-1)).toBe(false)
  expect(detectAfter(['poor', 6], ['good', 9], ['weak', 1], ['good', 9]).at(-1)).toBe(true)
})
