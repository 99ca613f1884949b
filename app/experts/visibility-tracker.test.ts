import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createVisibilityTracker, settleMs, minIntervalMs } from '#app/experts/visibility-tracker.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function createTracker() {
  return createVisibilityTracker<object>({
    now: () => Date.now(),
    setTimer: (run, ms) => setTimeout(run, ms),
    clearTimer: (timer) => clearTimeout(timer as NodeJS.Timeout),
  })
}

test('notifies a card when it is visible after scrolling, and when it has left the screen', () => {
  const tracker = createTracker()
  const card = {}
  const received: boolean[] = []
  tracker.add(card, (isVisible) => received.push(isVisible))
  tracker.setVisible(card, true)
  expect(received).toEqual([])
  vi.advanceTimersByTime(settleMs)
  expect(received).toEqual([true])
  tracker.setVisible(card, false)
  vi.advanceTimersByTime(minIntervalMs)
  expect(received).toEqual([true, false])
})

test('notifies only the cards where scrolling ends, not the 5,000 cards that pass by', () => {
  const tracker = createTracker()
  const cards = Array.from({ length: 5_000 }, () => ({}))
  const received: number[] = []
  for (const [index, card] of cards.entries())
    tracker.add(card, (isVisible) => received.push(isVisible ? index : -index))
  for (const [index, card] of cards.entries()) {
    tracker.setVisible(card, true)
    const hiddenCard = cards[index - 8]
    if (hiddenCard) tracker.setVisible(hiddenCard, false)
    vi.advanceTimersByTime(10)
  }
  expect(received).toEqual([])
  vi.advanceTimersByTime(minIntervalMs)
  expect(received).toEqual([4_992, 4_993, 4_994, 4_995, 4_996, 4_997, 4_998, 4_999])
})

test('notifies at most once per second while scrolling screen by screen', () => {
  const tracker = createTracker()
  let rounds = 0
  let last = -1
  for (let screen = 0; screen < 30; screen += 1) {
    const card = {}
    tracker.add(card, () => {
      if (last !== Date.now()) rounds += 1
      last = Date.now()
    })
    tracker.setVisible(card, true)
    vi.advanceTimersByTime(200)
  }
  expect(rounds).toBeLessThanOrEqual(6)
  expect(rounds).toBeGreaterThan(0)
})

test('does not notify a removed card', () => {
  const tracker = createTracker()
  const card = {}
  const received = vi.fn<(isOn: boolean) => void>()
  const remove = tracker.add(card, received)
  tracker.setVisible(card, true)
  remove()
  tracker.setVisible(card, false)
  vi.advanceTimersByTime(minIntervalMs * 2)
  expect(received).not.toHaveBeenCalled()
})
