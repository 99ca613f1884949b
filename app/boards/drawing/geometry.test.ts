import { expect, test } from 'vitest'
import type { BoardElement } from '#app/boards/document/elements.ts'
import {
  boxBetween,
  boxOf,
  fitBox,
  overlaps,
  panBy,
  toPage,
  toScreen,
  touches,
  unite,
  visibleBox,
  zoomAt,
  zoomMax,
} from '#app/boards/drawing/geometry.ts'

const common = { id: 'one', page: 'first', z: 1, colour: 'ink', size: 4 } as const
const stroke: BoardElement = {
  ...common,
  kind: 'stroke',
  x: 0,
  y: 0,
  pressure: false,
  points: [
    [0, 0, 0.5],
    [100, 100, 0.5],
  ],
}
const circle: BoardElement = { ...common, kind: 'shape', shape: 'ellipse', x: 0, y: 0, width: 100, height: 100 }
const arrow: BoardElement = { ...common, kind: 'line', x: 50, y: 50, dx: -40, dy: 0, arrow: true }

test('screen and page coordinates convert both ways after every movement', () => {
  const moved = zoomAt(panBy({ x: 10, y: 20, zoom: 1 }, { x: 30, y: -5 }), { x: 100, y: 50 }, 2)
  expect(toPage(moved, { x: 100, y: 50 })).toEqual(
    toPage(panBy({ x: 10, y: 20, zoom: 1 }, { x: 30, y: -5 }), { x: 100, y: 50 }),
  )
  const point = { x: 3, y: 4 }
  expect(toPage(moved, toScreen(moved, point))).toEqual(point)
  expect(zoomAt(moved, point, 1_000).zoom).toBe(zoomMax)
})

test('a page is shown completely and in the middle', () => {
  const size = { width: 390, height: 600 }
  const viewport = fitBox({ x: 0, y: 0, width: 800, height: 1_000 }, size, { margin: 10 })
  const shown = visibleBox(viewport, size)
  expect(shown.x).toBeLessThanOrEqual(0)
  expect(shown.x + shown.width).toBeGreaterThanOrEqual(800)
  expect(shown.x + shown.width / 2).toBeCloseTo(400)
  expect(shown.y + shown.height / 2).toBeCloseTo(500)
})

test('boxes contain the width of the lines', () => {
  expect(boxOf(stroke)).toEqual({ x: -5, y: -5, width: 110, height: 110 })
  expect(boxOf(arrow).width).toBeGreaterThan(40 + 2 * 4)
  expect(overlaps(boxOf(stroke), { x: 104, y: 104, width: 1, height: 1 })).toBe(true)
  expect(overlaps(boxOf(stroke), { x: 106, y: 0, width: 1, height: 1 })).toBe(false)
  expect(unite([])).toBeNull()
  expect(boxBetween({ x: 5, y: 1 }, { x: 2, y: 8 })).toEqual({ x: 2, y: 1, width: 3, height: 7 })
})

test('the eraser touches lines, not the empty middle of a shape', () => {
  expect(touches(stroke, { x: 50, y: 53 }, 4)).toBe(true)
  expect(touches(stroke, { x: 20, y: 90 }, 4)).toBe(false)
  expect(touches(circle, { x: 50, y: 0 }, 4)).toBe(true)
  expect(touches(circle, { x: 50, y: 50 }, 4)).toBe(false)
  expect(touches(arrow, { x: 30, y: 50 }, 1)).toBe(true)
  const dot: BoardElement = { ...stroke, points: [[5, 5, 0.5]] }
  expect(touches(dot, { x: 6, y: 5 }, 2)).toBe(true)
})

test('the box of a formula depends on the drawn signs, not on the length of its source', () => {
  const formula = { ...common, kind: 'formula', x: 0, y: 0, size: 10 } as const
  const short = boxOf({ ...formula, tex: '\\sqrt{\\frac{a}{b}}' })
  expect(short.width).toBeLessThan(60)
  const matrix = boxOf({ ...formula, tex: '\\begin{pmatrix} 1 & 2 \\\\ 3 & 4 \\\\ 5 & 6 \\end{pmatrix}' })
  expect(matrix.height).toBeGreaterThan(50)
})
