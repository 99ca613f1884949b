import type { BoardElement, SharedView } from '#app/boards/document/elements.ts'

export type Point = { x: number; y: number }
export type Box = { x: number; y: number; width: number; height: number }
/** The part of a page that is shown: the position of the top left corner, and the pixels of one unit. */
export type Viewport = Point & { zoom: number }

const zoomMin = 0.1
export const zoomMax = 8
/** Lines of text are this much higher than their letters. */
export const lineHeight = 1.3

export function toPage({ x, y, zoom }: Viewport, point: Point): Point {
  return { x: x + point.x / zoom, y: y + point.y / zoom }
}

export function toScreen({ x, y, zoom }: Viewport, point: Point): Point {
  return { x: (point.x - x) * zoom, y: (point.y - y) * zoom }
}

export function panBy(viewport: Viewport, { x, y }: Point): Viewport {
  return { ...viewport, x: viewport.x - x / viewport.zoom, y: viewport.y - y / viewport.zoom }
}

/** Zooms around this point of the screen. */
export function zoomAt(viewport: Viewport, at: Point, factor: number): Viewport {
  const zoom = Math.min(zoomMax, Math.max(zoomMin, viewport.zoom * factor))
  const { x, y } = toPage(viewport, at)
  return { x: x - at.x / zoom, y: y - at.y / zoom, zoom }
}

/** Shows this box completely, in the middle of a screen of this size. */
export function fitBox(
  box: Box,
  size: { width: number; height: number },
  { margin = 0, zoomLimit = zoomMax } = {},
): Viewport {
  const [freeWidth, freeHeight] = [Math.max(1, size.width - 2 * margin), Math.max(1, size.height - 2 * margin)]
  const wanted = Math.min(freeWidth / Math.max(1, box.width), freeHeight / Math.max(1, box.height), zoomLimit)
  const zoom = Math.max(zoomMin, wanted)
  return {
    x: box.x + box.width / 2 - size.width / zoom / 2,
    y: box.y + box.height / 2 - size.height / zoom / 2,
    zoom,
  }
}

export function visibleBox({ x, y, zoom }: Viewport, { width, height }: { width: number; height: number }): Box {
  return { x, y, width: width / zoom, height: height / zoom }
}

export function toSharedView(page: string, box: Box): SharedView {
  const round = (value: number) => Math.round(value)
  return { page, x: round(box.x), y: round(box.y), width: round(box.width), height: round(box.height) }
}

export function overlaps(left: Box, right: Box): boolean {
  return (
    left.x < right.x + right.width &&
    right.x < left.x + left.width &&
    left.y < right.y + right.height &&
    right.y < left.y + left.height
  )
}

export function contains(outer: Box, inner: Box): boolean {
  return (
    outer.x <= inner.x &&
    outer.y <= inner.y &&
    outer.x + outer.width >= inner.x + inner.width &&
    outer.y + outer.height >= inner.y + inner.height
  )
}

/** The smallest box around all boxes; null for none. */
export function unite(boxes: Iterable<Box>): Box | null {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const { x, y, width, height } of boxes) {
    left = Math.min(left, x)
    top = Math.min(top, y)
    right = Math.max(right, x + width)
    bottom = Math.max(bottom, y + height)
  }
  return left > right ? null : { x: left, y: top, width: right - left, height: bottom - top }
}

const boxes = new WeakMap<BoardElement, Box>()

/** The box that an element covers, with the width of its lines. Elements never change, so it is computed once. */
export function boxOf(element: BoardElement): Box {
  const known = boxes.get(element)
  if (known) return known
  const box = computeBox(element)
  boxes.set(element, box)
  return box
}

function computeBox(element: BoardElement): Box {
  if (element.kind === 'picture') return element
  if (element.kind === 'text' || element.kind === 'formula') return textBox(element)
  // The head of an arrow is wider than its line.
  const margin = element.kind === 'line' && element.arrow ? element.size * 4 + 6 : element.size + 1
  return grow(outlineBox(element), margin)
}

function outlineBox(element: Extract<BoardElement, { kind: 'stroke' | 'shape' | 'line' }>): Box {
  if (element.kind === 'shape') return element
  const points =
    element.kind === 'line'
      ? [element, { x: element.x + element.dx, y: element.y + element.dy }]
      : element.points.map(([x, y]) => ({ x, y }))
  return (
    unite(points.map(({ x, y }) => ({ x, y, width: 0, height: 0 }))) ?? {
      x: element.x,
      y: element.y,
      width: 0,
      height: 0,
    }
  )
}

/** An estimate, because the exact width depends on the font. It is rarely too small. */
function textBox(element: Extract<BoardElement, { kind: 'text' | 'formula' }>): Box {
  const lines = element.kind === 'text' ? element.text.split('\n') : rowsOfFormula(element.tex)
  const longest = Math.max(1, ...lines.map(({ length }) => length))
  const height = element.kind === 'text' ? lines.length * lineHeight : Math.max(2.5, lines.length * 1.8)
  return { x: element.x, y: element.y, width: longest * element.size * 0.75, height: height * element.size }
}

/** The rows of a formula, with two letters for each command, and without signs that are not drawn. */
function rowsOfFormula(tex: string): string[] {
  return tex.split('\\\\').map((row) => row.replaceAll(/\\[a-zA-Z]+/g, 'xx').replaceAll(/[{}^_&\\]/g, ''))
}

function grow({ x, y, width, height }: Box, by: number): Box {
  return { x: x - by, y: y - by, width: width + 2 * by, height: height + 2 * by }
}

/** Whether a round tip of this radius at this point touches an element. Shapes are touched at their outline. */
export function touches(element: BoardElement, point: Point, radius: number): boolean {
  const box = boxOf(element)
  const tip = { x: point.x - radius, y: point.y - radius, width: 2 * radius, height: 2 * radius }
  if (!overlaps(box, tip)) return false
  if (element.kind === 'text' || element.kind === 'formula' || element.kind === 'picture') return true
  const reach = radius + element.size / 2
  return outlineOf(element).some(([from, to]) => distanceToSegment(point, from, to) <= reach)
}

function outlineOf(element: Extract<BoardElement, { kind: 'stroke' | 'shape' | 'line' }>): [Point, Point][] {
  if (element.kind === 'line') return [[element, { x: element.x + element.dx, y: element.y + element.dy }]]
  const corners: Point[] =
    element.kind === 'stroke' ? element.points.map(([x, y]) => ({ x, y })) : outlineOfShape(element)
  const [first] = corners
  if (corners.length === 1 && first) return [[first, first]]
  return corners.slice(1).map((corner, index) => [corners[index] ?? corner, corner])
}

function outlineOfShape({ shape, x, y, width, height }: Extract<BoardElement, { kind: 'shape' }>): Point[] {
  if (shape === 'rectangle') {
    return [
      { x, y },
      { x: x + width, y },
      { x: x + width, y: y + height },
      { x, y: y + height },
      { x, y },
    ]
  }
  return Array.from({ length: 33 }, (_, index) => {
    const angle = (index / 32) * 2 * Math.PI
    return { x: x + (width / 2) * (1 + Math.cos(angle)), y: y + (height / 2) * (1 + Math.sin(angle)) }
  })
}

function distanceToSegment(point: Point, from: Point, to: Point): number {
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  const lengthSquared = dx * dx + dy * dy
  const along = lengthSquared === 0 ? 0 : ((point.x - from.x) * dx + (point.y - from.y) * dy) / lengthSquared
  const share = Math.min(1, Math.max(0, along))
  return Math.hypot(point.x - from.x - share * dx, point.y - from.y - share * dy)
}

/** A rectangle between two corners in any order. */
export function boxBetween(from: Point, to: Point): Box {
  return {
    x: Math.min(from.x, to.x),
    y: Math.min(from.y, to.y),
    width: Math.abs(to.x - from.x),
    height: Math.abs(to.y - from.y),
  }
}
