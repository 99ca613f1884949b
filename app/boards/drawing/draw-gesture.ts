import { type BoardModel, newId } from '#app/boards/document/board-model.ts'
import { strokeMaxPoints } from '#app/boards/document/elements.ts'
import { type DrawingKind, type LiveDrawing, sendDrawing } from '#app/boards/document/live-drawings.ts'
import type { InkPoint } from '#app/boards/document/points.ts'
import type { SharedBoard } from '#app/boards/document/shared-board.ts'
import { type BoardView, sizes } from '#app/boards/drawing/board-view.ts'
import { boxBetween, type Point } from '#app/boards/drawing/geometry.ts'
import { type Gesture, movementMinPx, type PenPoint, type PenStart } from '#app/boards/drawing/gesture.ts'

/** A marker is this many times as wide as a pen. */
const markerFactor = 5

export type DrawingOptions = {
  model: BoardModel
  view: BoardView
  live: SharedBoard['live']
  /** The own drawings that are not elements yet, and traces of the laser. */
  drawings: Map<string, LiveDrawing>
  /** Called when an own drawing has changed. */
  onChange(): void
  /** A drawing is finished and was added to the board. */
  onFinished(drawing: LiveDrawing): void
}

/** Draws a stroke, a line or a shape, which the other person sees while it grows. */
export function beginDrawing(
  { model, view, live, drawings, onChange, onFinished }: DrawingOptions,
  start: PenStart,
  kind: DrawingKind,
): Gesture {
  const { colour, size } = view.state()
  const page = view.currentPage().id
  let drawing = createDrawing(start)
  let sending = sendDrawing(live, drawing)
  return {
    move(points) {
      for (const point of points) {
        addPoint(point)
        if (drawing.points.length >= strokeMaxPoints) continueInNext(point)
      }
      drawing.changedAtMs = performance.now()
      sending.update()
      onChange()
    },
    end() {
      finish()
      model.endStep()
    },
    cancel() {
      drawings.delete(drawing.id)
      sending.cancel()
      onChange()
    },
  }

  function createDrawing({ x, y, pressure, isPen }: PenStart): LiveDrawing {
    const created: LiveDrawing = {
      id: newId(),
      page,
      kind,
      colour: kind === 'laser' ? 'red' : colour,
      size: kind === 'marker' ? sizes[size] * markerFactor : sizes[size],
      pressure: isPen,
      points: [[x, y, isPen ? pressure : 0.5]],
      changedAtMs: performance.now(),
      isFinished: false,
    }
    drawings.set(created.id, created)
    onChange()
    return created
  }

  function addPoint({ x, y, pressure }: PenPoint): void {
    const point: InkPoint = [x, y, start.isPen ? pressure : 0.5]
    const [first] = drawing.points
    if (isInk(kind)) drawing.points.push(point)
    else if (first) drawing.points = [first, point]
  }

  function continueInNext(point: PenPoint): void {
    finish()
    drawing = createDrawing({ ...point, isPen: start.isPen })
    sending = sendDrawing(live, drawing)
  }

  function finish(): void {
    drawing.isFinished = true
    sending.update()
    sending.end()
    if (kind === 'laser') return onChange()
    drawings.delete(drawing.id)
    const element = toElement(drawing, view.viewport().zoom)
    if (element) {
      onFinished(drawing)
      model.add(element, drawing.id)
    } else onChange()
  }
}

function isInk(kind: DrawingKind): boolean {
  return kind === 'pen' || kind === 'marker' || kind === 'laser'
}

/** The element of a finished drawing. Null for a shape that was only touched. */
function toElement({ page, kind, colour, size, pressure, points }: LiveDrawing, zoom: number) {
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last) return null
  const [from, to] = [first, last].map(([x, y]) => ({ x: Math.round(x), y: Math.round(y) })) as [Point, Point]
  const common = { page, colour, size }
  if (isInk(kind)) {
    const marker = kind === 'marker' ? { marker: true } : {}
    return { ...common, kind: 'stroke' as const, ...from, pressure, points, ...marker }
  }
  if (Math.hypot(to.x - from.x, to.y - from.y) * zoom < movementMinPx) return null
  if (kind === 'rectangle' || kind === 'ellipse') {
    return { ...common, kind: 'shape' as const, shape: kind, ...boxBetween(from, to) }
  }
  return { ...common, kind: 'line' as const, ...from, dx: to.x - from.x, dy: to.y - from.y, arrow: kind === 'arrow' }
}
