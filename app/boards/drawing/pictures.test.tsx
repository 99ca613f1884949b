import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createPictures } from '#app/boards/drawing/pictures.ts'
import { boardPicturesMax } from '#kernel/limits.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Replaces the image elements of the browser, so that the test decides whether each picture loads. */
function captureLoads() {
  const loads: { url: string; finish(isLoaded: boolean): void }[] = []
  class FakeImage extends EventTarget {
    decoding = 'auto'
    complete = false
    naturalWidth = 0
    set src(url: string) {
      const finish = (isLoaded: boolean) => {
        this.complete = true
        this.naturalWidth = isLoaded ? 10 : 0
        this.dispatchEvent(new Event(isLoaded ? 'load' : 'error'))
      }
      loads.push({ url, finish })
    }
  }
  vi.stubGlobal('Image', FakeImage)
  return loads
}

test('a picture that fails to load is retried with growing delays until it loads', () => {
  const loads = captureLoads()
  const onLoad = vi.fn<() => void>()
  const pictures = createPictures(onLoad)
  expect(pictures.get('map')).toBeNull()
  expect(pictures.get('map')).toBeNull()
  expect(loads.map(({ url }) => url)).toEqual(['/board-pictures/map'])
  loads[0]?.finish(false)
  expect(pictures.get('map')).toBeNull()
  expect(loads).toHaveLength(1)
  vi.advanceTimersByTime(2_000)
  expect(loads).toHaveLength(2)
  loads[1]?.finish(false)
  vi.advanceTimersByTime(2_000)
  expect(loads).toHaveLength(2)
  vi.advanceTimersByTime(2_000)
  loads[2]?.finish(true)
  expect(onLoad).toHaveBeenCalledTimes(1)
  expect(pictures.get('map')).not.toBeNull()
  vi.advanceTimersByTime(600_000)
  expect(loads).toHaveLength(3)
})

test('a picture is retried immediately when the browser is online again, and never after the board was closed', () => {
  const loads = captureLoads()
  const pictures = createPictures(() => undefined)
  pictures.get('map')
  loads[0]?.finish(false)
  window.dispatchEvent(new Event('online'))
  expect(loads).toHaveLength(2)
  loads[1]?.finish(false)
  pictures.close()
  window.dispatchEvent(new Event('online'))
  vi.advanceTimersByTime(600_000)
  expect(loads).toHaveLength(2)
})

test('few pictures load at the same time, and no more than a board can have', () => {
  const loads = captureLoads()
  const pictures = createPictures(() => undefined)
  for (let n = 0; n < 10_000; n += 1) pictures.get(`invented-${n}`)
  expect(loads).toHaveLength(6)
  for (let at = 0; at < loads.length; at += 1) loads[at]?.finish(true)
  expect(loads).toHaveLength(boardPicturesMax)
  expect(pictures.get('invented-0')).not.toBeNull()
  pictures.get('one-more')
  expect(loads).toHaveLength(boardPicturesMax)
})

test('a picture that never loads is no longer retried, until the browser is online again', () => {
  const loads = captureLoads()
  const pictures = createPictures(() => undefined)
  pictures.get('map')
  for (let attempt = 0; attempt < 30; attempt += 1) {
    loads.at(-1)?.finish(false)
    vi.advanceTimersByTime(60_000)
  }
  expect(loads).toHaveLength(10)
  window.dispatchEvent(new Event('online'))
  expect(loads).toHaveLength(11)
  pictures.close()
})

test('a picture that was removed from the board is not retried, and others can load instead', () => {
  const loads = captureLoads()
  const pictures = createPictures(() => undefined)
  for (let n = 0; n < boardPicturesMax; n += 1) pictures.get(`${n}`)
  for (let at = 0; at < boardPicturesMax; at += 1) loads[at]?.finish(at === 0)
  pictures.keepOnly(new Set(['0', '1']))
  vi.advanceTimersByTime(2_000)
  expect(loads.slice(boardPicturesMax).map(({ url }) => url)).toEqual(['/board-pictures/1'])
  pictures.get('other')
  expect(loads.at(-1)?.url).toBe('/board-pictures/other')
  // An undo may bring a loaded picture back.
  pictures.keepOnly(new Set())
  expect(pictures.get('0')).not.toBeNull()
  pictures.close()
})
