import { beforeEach, expect, test, vi } from 'vitest'
import { createBoardModel, firstPageId } from '#app/boards/document/board-model.ts'
import { type LiveDrawing, receiveDrawings } from '#app/boards/document/live-drawings.ts'
import { createBoardView } from '#app/boards/drawing/board-view.ts'
import { createPainter } from '#app/boards/drawing/painter.ts'
import { openConnectedBoards } from '#tests/board-pages.ts'

const texts: string[] = []

beforeEach(() => {
  texts.length = 0
  // Accepts every call. This test does not check the drawn pixels.
  const fillText = (text: string) => texts.push(text)
  const ignore = () => undefined
  const context = new Proxy({}, { get: (_, name) => (name === 'fillText' ? fillText : ignore), set: () => true })
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context as never)
  vi.stubGlobal('Path2D', function Path2D() {
    return context
  })
})

const laser: LiveDrawing = {
  id: 'trace',
  page: firstPageId,
  kind: 'laser',
  colour: 'red',
  size: 4,
  pressure: false,
  points: [[10, 10, 0.5]],
  changedAtMs: 0,
  isFinished: false,
}

/** Paints at the given times, and counts the frames that the painter asks for. */
function openPainter(own: LiveDrawing) {
  const { asha, close } = openConnectedBoards()
  const model = createBoardModel(asha.doc)
  const text = model.add({ kind: 'text', page: firstPageId, x: 10, y: 10, text: 'Note', colour: 'ink', size: 24 })
  const view = createBoardView({ model, presence: asha.presence, theme: 'dark' })
  view.resize({ width: 400, height: 300 })
  const frames: FrameRequestCallback[] = []
  vi.stubGlobal('requestAnimationFrame', (frame: FrameRequestCallback) => frames.push(frame))
  const now = vi.spyOn(performance, 'now')
  const drawings = new Map([[own.id, own]])
  const painter = createPainter({
    model,
    view,
    paper: document.createElement('canvas'),
    overlay: document.createElement('canvas'),
    otherName: 'Ravi Nair',
    ownDrawings: () => drawings.values(),
    otherDrawings: receiveDrawings(asha.live, () => undefined),
    onFaded: (id) => void drawings.delete(id),
  })
  painter.requestPaint('all')
  return {
    drawings,
    painter,
    model,
    view,
    /** A text on the board. */
    text,
    /** Returns whether the painter asks for a further frame. */
    paintAt(ms: number): boolean {
      now.mockReturnValue(ms)
      frames.shift()?.(ms)
      return frames.length > 0
    },
    end() {
      painter.close()
      close()
    },
  }
}

test('a laser pointer that does not move causes no new frames, and is painted again when it moves', () => {
  const own = { ...laser }
  const { drawings, painter, paintAt, end } = openPainter(own)
  expect(paintAt(100)).toBe(true)
  expect(paintAt(2_000)).toBe(false)
  expect(drawings.size).toBe(1)
  own.changedAtMs = 3_000
  painter.requestPaint('overlay')
  expect(paintAt(3_100)).toBe(true)
  own.isFinished = true
  expect(paintAt(5_000)).toBe(false)
  expect(drawings.size).toBe(0)
  end()
})

test('an element that is being moved is drawn once, at its new position', () => {
  const { view, text, paintAt, end } = openPainter({ ...laser, isFinished: true })
  const paint = (ms: number) => {
    texts.length = 0
    paintAt(ms)
    return texts
  }
  expect(paint(5_000)).toEqual(['Note'])
  // The finished element is not drawn again.
  view.change({ selected: text })
  expect(paint(5_100)).toEqual([])
  view.change({ movedBy: { x: 100, y: 0 } })
  expect(paint(5_200)).toEqual(['Note'])
  view.change({ movedBy: { x: 120, y: 0 } })
  expect(paint(5_300)).toEqual(['Note'])
  view.change({ movedBy: null })
  expect(paint(5_400)).toEqual(['Note'])
  end()
})

test('an element that is being erased is not drawn, and is drawn again when that is cancelled', () => {
  const { view, text, paintAt, end } = openPainter({ ...laser, isFinished: true })
  const paint = (ms: number) => {
    texts.length = 0
    paintAt(ms)
    return texts
  }
  expect(paint(5_000)).toEqual(['Note'])
  view.change({ erasing: new Set([text]) })
  view.change({ theme: 'light' })
  expect(paint(5_100)).toEqual([])
  view.change({ erasing: new Set() })
  expect(paint(5_200)).toEqual(['Note'])
  end()
})

test('pictures that were removed from the board are not loaded again', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const loads: { url: string; image: EventTarget }[] = []
  class FailingImage extends EventTarget {
    set src(url: string) {
      loads.push({ url, image: this })
    }
  }
  vi.stubGlobal('Image', FailingImage)
  const { model, paintAt, end } = openPainter({ ...laser, isFinished: true })
  const place = { page: firstPageId, x: 0, y: 0, width: 50, height: 50 }
  const [gone, kept] = ['1', '2'].map((digit) => `0199c0de-0000-7000-8000-00000000000${digit}`) as [string, string]
  const element = model.add({ kind: 'picture', picture: gone, ...place })
  model.changePage(firstPageId, { picture: { id: kept, width: 50, height: 50 } })
  paintAt(5_000)
  expect(loads.map(({ url }) => url).toSorted()).toEqual([gone, kept].map((id) => `/board-pictures/${id}`))
  for (const { image } of loads) image.dispatchEvent(new Event('error'))
  model.remove([element])
  vi.advanceTimersByTime(2_000)
  expect(loads.slice(2).map(({ url }) => url)).toEqual([`/board-pictures/${kept}`])
  loads.at(-1)?.image.dispatchEvent(new Event('error'))
  model.removePage(firstPageId)
  vi.advanceTimersByTime(600_000)
  expect(loads).toHaveLength(3)
  vi.useRealTimers()
  end()
})
