import { getStroke } from 'perfect-freehand'
import type { BoardElement } from '#app/boards/document/elements.ts'
import type { LiveDrawing } from '#app/boards/document/live-drawings.ts'
import type { InkPoint } from '#app/boards/document/points.ts'
import { boxBetween, lineHeight } from '#app/boards/drawing/geometry.ts'
import { shadeOf, type Theme } from '#app/boards/drawing/palette.ts'

type Context = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D
type Ink = { points: readonly InkPoint[]; size: number; pressure: boolean; isMarker: boolean; isFinished: boolean }

export type Appearance = {
  theme: Theme
  /** Null while the picture is loading. */
  picture(id: string): CanvasImageSource | null
}

const markerOpacity = 0.35
export const boardFont = '"Figtree Variable", "Noto Sans Devanagari Variable", system-ui, sans-serif'

/** Draws an element in the units of the page. Formulas are text of the page, above the drawing. */
export function drawElement(context: Context, element: BoardElement, appearance: Appearance): void {
  if (element.kind === 'formula') return
  if (element.kind === 'picture') {
    const picture = appearance.picture(element.picture)
    if (picture) context.drawImage(picture, element.x, element.y, element.width, element.height)
    return
  }
  prepare(context, element, appearance.theme)
  if (element.kind === 'stroke') drawStroke(context, strokePath(element), element.marker === true)
  else if (element.kind === 'shape') drawShape(context, element)
  else if (element.kind === 'line') {
    drawLine(context, { from: [element.x, element.y], to: [element.x + element.dx, element.y + element.dy] }, element)
  } else drawText(context, element)
}

/** Draws an unfinished drawing of either page. */
export function drawLive(context: Context, drawing: LiveDrawing, theme: Theme): void {
  prepare(context, drawing, theme)
  const { kind, points } = drawing
  const [from, to] = [points[0], points.at(-1)]
  if (!from || !to) return
  const box = boxBetween({ x: from[0], y: from[1] }, { x: to[0], y: to[1] })
  if (kind === 'rectangle' || kind === 'ellipse') drawShape(context, { ...box, shape: kind })
  else if (kind === 'line' || kind === 'arrow') {
    drawLine(context, { from: [from[0], from[1]], to: [to[0], to[1]] }, { size: drawing.size, arrow: kind === 'arrow' })
  } else {
    const isMarker = kind === 'marker'
    drawStroke(context, createPath({ ...drawing, isMarker }), isMarker)
  }
}

function prepare(context: Context, { colour, size }: Pick<LiveDrawing, 'colour' | 'size'>, theme: Theme): void {
  const shade = shadeOf(colour, theme)
  context.fillStyle = shade
  context.strokeStyle = shade
  context.lineWidth = size
  context.lineCap = 'round'
  context.lineJoin = 'round'
}

function drawStroke(context: Context, path: Path2D, isMarker: boolean): void {
  if (!isMarker) return context.fill(path)
  context.globalAlpha = markerOpacity
  context.fill(path)
  context.globalAlpha = 1
}

type Shape = { x: number; y: number; width: number; height: number; shape: 'rectangle' | 'ellipse' }

function drawShape(context: Context, { shape, x, y, width, height }: Shape): void {
  context.beginPath()
  if (shape === 'rectangle') context.rect(x, y, width, height)
  else context.ellipse(x + width / 2, y + height / 2, width / 2, height / 2, 0, 0, 2 * Math.PI)
  context.stroke()
}

type Ends = { from: [x: number, y: number]; to: [x: number, y: number] }

function drawLine(context: Context, { from, to }: Ends, { size, arrow }: { size: number; arrow: boolean }): void {
  context.beginPath()
  context.moveTo(...from)
  context.lineTo(...to)
  if (arrow) {
    const angle = Math.atan2(to[1] - from[1], to[0] - from[0])
    const length = Math.min(Math.hypot(to[0] - from[0], to[1] - from[1]) / 2, size * 3 + 6)
    for (const side of [angle + 2.6, angle - 2.6]) {
      context.moveTo(...to)
      context.lineTo(to[0] + Math.cos(side) * length, to[1] + Math.sin(side) * length)
    }
  }
  context.stroke()
}

function drawText(context: Context, { text, x, y, size }: Extract<BoardElement, { kind: 'text' }>): void {
  context.font = `500 ${size}px ${boardFont}`
  context.textBaseline = 'top'
  text.split('\n').forEach((line, index) => context.fillText(line, x, y + index * size * lineHeight))
}

const paths = new WeakMap<BoardElement, Path2D>()

/** Elements never change, so the outline of a stroke is computed once. */
function strokePath(element: Extract<BoardElement, { kind: 'stroke' }>): Path2D {
  const known = paths.get(element)
  if (known) return known
  const path = createPath({ ...element, isMarker: element.marker === true, isFinished: true })
  paths.set(element, path)
  return path
}

function createPath({ points, size, pressure, isMarker, isFinished }: Ink): Path2D {
  const outline = getStroke(points as InkPoint[] as [number, number, number][], {
    size: pressure ? size * 1.6 : size * 1.2,
    thinning: isMarker ? 0 : pressure ? 0.65 : 0.35,
    smoothing: 0.5,
    streamline: 0.35,
    simulatePressure: !pressure,
    last: isFinished,
  })
  const path = new Path2D()
  const [first] = outline
  if (!first) return path
  path.moveTo(first[0] ?? 0, first[1] ?? 0)
  // Curves through the middle of two points make the outline smooth.
  outline.forEach(([x = 0, y = 0], index) => {
    const [nextX = 0, nextY = 0] = outline[(index + 1) % outline.length] ?? first
    path.quadraticCurveTo(x, y, (x + nextX) / 2, (y + nextY) / 2)
  })
  path.closePath()
  return path
}
