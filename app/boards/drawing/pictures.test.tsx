import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createPictures } from '#app/boards/drawing/pictures.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Replaces the pictures of the browser, so that the test decides how each of them loads. */
function captureLoads() {
  const loads: { address: string; finish(isLoaded: boolean): void }[] = []
  class FakeImage extends EventTarget {
    decoding = 'auto'
    complete = false
    naturalWidth = 0
    set src(address: string) {
      const finish = (isLoaded: boolean) => {
        this.complete = true
        this.naturalWidth = isLoaded ? 10 : 0
        this.dispatchEvent(new Event(isLoaded ? 'load' : 'error'))
      }
      loads.push({ address, finish })
    }
  }
  vi.stubGlobal('Image', FakeImage)
  return loads
}

test('a picture that cannot be loaded is tried again, each time later, until it is there', () => {
  const loads = captureLoads()
  const onLoad = vi.fn<() => void>()
  const pictures = createPictures(onLoad)
  expect(pictures.get('map')).toBeNull()
  expect(pictures.get('map')).toBeNull()
  expect(loads.map(({ address }) => address)).toEqual(['/board-pictures/map'])
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

test('a picture is tried at once when the browser is online again, and never after the board was closed', () => {
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
