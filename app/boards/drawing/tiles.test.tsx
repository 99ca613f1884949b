import { beforeEach, expect, test, vi } from 'vitest'
import { type BoardElement, strokeMaxPoints } from '#app/boards/document/elements.ts'
import type { InkPoint } from '#app/boards/document/points.ts'
import { createTiles } from '#app/boards/drawing/tiles.ts'

/** Counts what was drawn on tiles since the last reset. */
const drawn = { strokes: 0 }
beforeEach(() => {
  drawn.strokes = 0
  const context = new Proxy({}, { get: (_, name) => () => name === 'fill' && (drawn.strokes += 1), set: () => true })
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context as never)
  vi.stubGlobal('Path2D', function Path2D() {
    return new Proxy({}, { get: () => () => undefined })
  })
})

const area = { x: 0, y: 0, width: 1_200, height: 700 }
const viewport = { x: 0, y: 0, zoom: 1 }
/** The area covers this many tiles of 512 pixels. */
const tileCount = 6

function newStroke(number: number, length = 20): BoardElement {
  const [x, y] = [(number * 37) % 1_000, (number * 61) % 650]
  const points: InkPoint[] = Array.from({ length }, (_, index) => [x + (index % 40), y + (index % 9), 0.5])
  return {
    id: `stroke-${number}`,
    z: number,
    kind: 'stroke',
    page: 'first',
    x,
    y,
    colour: 'ink',
    size: 2,
    pressure: false,
    points,
  }
}

/** A board with these strokes. */
function openBoard(elements: BoardElement[]) {
  const counts = { lists: 0, comparisons: 0 }
  const clock = { now: 0 }
  vi.spyOn(performance, 'now').mockImplementation(() => clock.now)
  for (const element of elements) {
    const { z } = element
    Object.defineProperty(element, 'z', { get: () => ((counts.comparisons += 1), z) })
  }
  const tiles = createTiles({
    list() {
      counts.lists += 1
      return elements
    },
    appearance: () => ({ theme: 'dark', picture: () => null }),
  })
  const context = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D
  /** Paints one frame, and returns how many strokes it drew. */
  const paint = (frameMs = 16, zoom = 1) => {
    drawn.strokes = 0
    clock.now += frameMs
    const isComplete = !tiles.draw(context, { ...viewport, zoom }, area, 1)
    return { strokes: drawn.strokes, isComplete }
  }
  /** Paints frames until everything is shown, and returns the strokes of each. */
  const paintAll = (frameMs?: number, zoom?: number) => {
    const frames: number[] = []
    for (let isComplete = false; !isComplete;) {
      const frame = paint(frameMs, zoom)
      frames.push(frame.strokes)
      isComplete = frame.isComplete
    }
    return frames
  }
  return { tiles, counts, paint, paintAll }
}

test('the elements are listed and sorted once for all tiles', () => {
  const { paintAll, counts } = openBoard(Array.from({ length: 2_000 }, (_, number) => newStroke(number)))
  paintAll()
  expect(counts.lists).toBe(1)
  // Two for each comparison of a list that is sorted already.
  expect(counts.comparisons).toBeLessThan(2_000 * 3)
})

test('one frame draws a limited part, and less after slow frames', () => {
  const board = () => openBoard(Array.from({ length: 2_000 }, (_, number) => newStroke(number)))
  const slow = board().paintAll(100)
  const fast = board().paintAll(16)
  // A tile is drawn completely, even if its strokes cross its edge.
  expect(Math.min(slow.reduce(add), fast.reduce(add))).toBeGreaterThanOrEqual(2_000)
  expect(Math.max(...slow)).toBeLessThan(300)
  expect(slow.at(-2)).toBeLessThan(130)
  expect(fast.length).toBeLessThan(slow.length / 2)
})

test('long strokes count more than short ones', () => {
  const { paint } = openBoard(Array.from({ length: 500 }, (_, number) => newStroke(number, strokeMaxPoints)))
  expect(paint().strokes).toBeLessThan(10)
})

test('each frame starts at least one tile, even when it is late', () => {
  const { paintAll } = openBoard([newStroke(0), newStroke(1)])
  expect(paintAll(10_000).length).toBeLessThanOrEqual(tileCount)
})

test('a stroke that is finished while the board is drawn does not start a tile again', () => {
  const elements = Array.from({ length: 2_000 }, (_, number) => newStroke(number))
  const { tiles, paint, paintAll } = openBoard(elements)
  let strokes = 0
  for (let number = 2_000; number < 2_040; number += 1) {
    const added = newStroke(number)
    elements.push(added)
    tiles.update(null, added)
    strokes += paint().strokes
  }
  strokes += paintAll().reduce(add)
  expect(strokes).toBeLessThan(2_040 * 1.5)
  expect(paint()).toEqual({ strokes: 0, isComplete: true })
})

test('many strokes that arrive together are drawn in several frames', () => {
  const elements: BoardElement[] = [newStroke(0)]
  const { tiles, paintAll } = openBoard(elements)
  paintAll()
  for (let number = 1; number < 2_000; number += 1) {
    const added = newStroke(number)
    elements.push(added)
    tiles.update(null, added)
  }
  expect(Math.max(...paintAll(100))).toBeLessThan(300)
})

test('a new stroke is drawn on complete tiles, and a removed one draws only its tiles again', () => {
  const elements = Array.from({ length: 600 }, (_, number) => newStroke(number))
  const { tiles, paint, paintAll, counts } = openBoard(elements)
  const all = paintAll().reduce(add)
  const added = newStroke(600)
  elements.push(added)
  tiles.update(null, added)
  const { strokes, isComplete } = paint()
  expect(strokes).toBeLessThanOrEqual(tileCount)
  expect([strokes > 0, isComplete]).toEqual([true, true])
  expect(counts.lists).toBe(1)
  elements.splice(0, 1)
  tiles.update(newStroke(0), null)
  expect(paintAll().reduce(add)).toBeLessThan(all / 2)
})

test('tiles are redrawn when the zoom stops changing, not while it changes', () => {
  const { paint, paintAll } = openBoard(Array.from({ length: 600 }, (_, number) => newStroke(number)))
  paintAll()
  let zoom = 1
  for (let step = 0; step < 10; step += 1) {
    zoom *= 1.05
    expect(paint(16, zoom)).toEqual({ strokes: 0, isComplete: false })
  }
  expect(paintAll(16, zoom).reduce(add)).toBeGreaterThanOrEqual(600)
  expect(paint(16, zoom)).toEqual({ strokes: 0, isComplete: true })
})

test('a zoom that would blur the tiles redraws them immediately', () => {
  const { paint, paintAll } = openBoard(Array.from({ length: 600 }, (_, number) => newStroke(number)))
  paintAll()
  expect(paint(16, 2.1).strokes).toBeGreaterThan(0)
})

function add(sum: number, value: number): number {
  return sum + value
}
