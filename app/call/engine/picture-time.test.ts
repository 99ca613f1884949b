import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createPictureTime } from '#app/call/engine/picture-time.ts'
import { pictureTimeMaxMs } from '#kernel/socket-limits.ts'

beforeEach(() => vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => vi.useRealTimers())

test('the time from Accept to the first picture is given once', () => {
  const time = createPictureTime()
  time.onPictures(1)
  expect(time.isWaiting()).toBe(false)
  time.onAccepted()
  vi.advanceTimersByTime(700)
  time.onAccepted()
  time.onPictures(0)
  expect(time.isWaiting()).toBe(true)
  expect(time.take()).toBeUndefined()
  vi.advanceTimersByTime(500)
  time.onPictures(3)
  vi.advanceTimersByTime(500)
  time.onPictures(9)
  expect(time.isWaiting()).toBe(false)
  expect(time.take()).toBe(1_200)
  expect(time.take()).toBeUndefined()
})

test('a call without a picture has no time, and neither has one whose picture comes too late', () => {
  const stopped = createPictureTime()
  stopped.onAccepted()
  stopped.stop()
  stopped.onPictures(1)
  expect([stopped.isWaiting(), stopped.take()]).toEqual([false, undefined])
  const late = createPictureTime()
  late.onAccepted()
  vi.advanceTimersByTime(pictureTimeMaxMs + 1)
  late.onPictures(1)
  expect([late.isWaiting(), late.take()]).toEqual([false, undefined])
})
