import { expect, test } from 'vitest'
import type { Quality } from '#app/call/engine/traffic.ts'
import { createWeakLineWatch } from '#app/call/engine/weak-line.ts'

/** How it is judged, second by second. */
function judge(...seconds: [Quality, times: number][]): boolean[] {
  const look = createWeakLineWatch()
  return seconds
    .flatMap(([quality, times]) => Array.from({ length: times }, () => quality))
    .map((quality, second) => look(quality, second * 1_000))
}

test('a line is weak after it was poor for five seconds without a pause', () => {
  expect(judge(['poor', 5]).at(-1)).toBe(false)
  expect(judge(['poor', 6]).at(-1)).toBe(true)
  expect(judge(['poor', 5], ['weak', 1], ['poor', 5]).at(-1)).toBe(false)
  expect(judge(['poor', 3], ['lost', 3]).at(-1)).toBe(true)
})

test('it is well again after ten good seconds', () => {
  expect(judge(['poor', 6], ['good', 10]).at(-1)).toBe(true)
  expect(judge(['poor', 6], ['good', 11]).at(-1)).toBe(false)
  expect(judge(['poor', 6], ['good', 9], ['weak', 1], ['good', 9]).at(-1)).toBe(true)
})
