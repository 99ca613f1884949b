import { type BoardModel, compareCover, newId } from '#app/boards/document/board-model.ts'
import { type BoardElement, strokeMaxPoints } from '#app/boards/document/elements.ts'
import { type DrawingKind, type LiveDrawing, sendDrawing } from '#app/boards/document/live-drawings.ts'
import type { InkPoint } from '#app/boards/document/points.ts'
import type { SharedBoard } from '#app/boards/document/shared-board.ts'
import { type BoardView, sizes, type Tool } from '#app/boards/drawing/board-view.ts'
import { boxBetween, type Point, touches } from '#app/boards/drawing/geometry.ts'

/** A point of a pointer, in units of the page. */
export type PenPoint = Point & { pressure: number }
type PenStart = PenPoint & { isPen: boolean }

/** The steps of one use of a tool, from the first touch to the last. */
export type Gesture = {
  move(points: PenPoint[]): void
  end(): void
  /** Cancels the gesture, because the touch became another one, such as a movement with two fingers. */
  cancel(): void
}

type Options = {
  model: BoardModel
  view: BoardView
  live: SharedBoard['live']
  /** Called when an own drawing has changed. */
  onChange(): void
  /** A drawing is finished and was added to the board. */
  onFinished(drawing: LiveDrawing): void
  /** Called with the place of a new text or formula, or with an existing one. */
  onWrite(place: WritePlace): void
}

export type WritePlace = { kind: 'text' | 'formula'; x: number; y: number; id: string | null }

/** The eraser and a tap reach elements this close, in pixels of the screen. */
const touchRadiusPx = 8
/** A marker is this many times as wide as a pen. */
const markerFactor = 5
/** A movement shorter than this, in pixels of the screen, draws no shape. */
const shapeMinPx = 4

export type DrawTools = ReturnType<typeof createDrawTools>

/** Converts touches and key presses to elements, with the chosen tool. */
export function createDrawTools({ model, view, live, onChange, onFinished, onWrite }: Options) {
  const drawings = new Map<string, LiveDrawing>()
  /** The gestures that have neither ended nor been cancelled. */
  const running = new Set<Gesture>()

  return {
    drawings: () => drawings.values(),
    forget: (id: string) => void drawings.delete(id),
    begin(start: PenStart, tool: Tool = view.state().tool): Gesture | null {
      model.endStep()
      const gesture = use(start, tool)
      return gesture && track(gesture)
    },
    /**
     * Does nothing during a gesture, which relies on the elements that existed at its start. The same applies to
     * `redo`.
     */
    undo(): void {
      if (running.size === 0) model.undo()
    },
    redo(): void {
      if (running.size === 0) model.redo()
    },
    /** Opens the selected text or formula. */
    editSelected,
    removeSelected(): void {
      const { selected } = view.state()
      if (!selected) return
      model.endStep()
      model.remove([selected])
      model.endStep()
      view.change({ selected: null })
    },
  }

  function use(start: PenStart, tool: Tool): Gesture | null {
    if (tool === 'eraser') return erase(start)
    if (tool === 'move') return moveElement(start)
    if (tool === 'text' || tool === 'formula') return write(start, tool)
    return draw(start, tool)
  }

  function track(gesture: Gesture): Gesture {
    const tracked: Gesture = {
      move: gesture.move,
      end() {
        running.delete(tracked)
        gesture.end()
      },
      cancel() {
        running.delete(tracked)
        gesture.cancel()
      },
    }
    running.add(tracked)
    return tracked
  }

  function draw(start: PenStart, kind: DrawingKind): Gesture {
    const { colour, size } = view.state()
    const page = view.currentPage().id
    let drawing = beginDrawing(start)
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

    function beginDrawing({ x, y, pressure, isPen }: PenStart): LiveDrawing {
      const begun: LiveDrawing = {
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
      drawings.set(begun.id, begun)
      onChange()
      return begun
    }

    function addPoint({ x, y, pressure }: PenPoint): void {
      const point: InkPoint = [x, y, start.isPen ? pressure : 0.5]
      const [first] = drawing.points
      if (isInk(kind)) drawing.points.push(point)
      else if (first) drawing.points = [first, point]
    }

    function continueInNext(point: PenPoint): void {
      finish()
      drawing = beginDrawing({ ...point, isPen: start.isPen })
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

  /** Hides touched elements immediately, and removes them at the end, so that the gesture can be cancelled. */
  function erase(start: PenStart): Gesture {
    let last: Point = start
    eraseAt([start])
    return {
      move(points) {
        for (const point of points) {
          eraseAt(between(last, point, touchRadiusPx / view.viewport().zoom))
          last = point
        }
      },
      end() {
        const { erasing } = view.state()
        if (erasing.size > 0) model.remove([...erasing])
        model.endStep()
        view.change({ erasing: new Set() })
      },
      cancel: () => view.change({ erasing: new Set() }),
    }
  }

  function eraseAt(points: Point[]): void {
    const radius = touchRadiusPx / view.viewport().zoom
    const page = view.currentPage().id
    const { erasing } = view.state()
    const touched = [...model.elements().values()].filter(
      (element) =>
        element.page === page &&
        element.kind !== 'picture' &&
        !erasing.has(element.id) &&
        points.some((point) => touches(element, point, radius)),
    )
    if (touched.length > 0) view.change({ erasing: new Set([...erasing, ...touched.map(({ id }) => id)]) })
  }

  /** Moves the element under the pointer. Null when there is none: then the page moves. */
  function moveElement(start: PenStart): Gesture | null {
    const element = findAt(start)
    const wasSelected = element?.id === view.state().selected
    view.change({ selected: element?.id ?? null })
    if (!element) return null
    let by = { x: 0, y: 0 }
    return {
      move(points) {
        const last = points.at(-1)
        if (last) by = { x: last.x - start.x, y: last.y - start.y }
        view.change({ movedBy: by })
      },
      end() {
        const isTap = Math.hypot(by.x, by.y) * view.viewport().zoom < shapeMinPx
        if (!isTap) model.change(element.id, { x: Math.round(element.x + by.x), y: Math.round(element.y + by.y) })
        model.endStep()
        view.change({ movedBy: null })
        if (isTap && wasSelected) editSelected()
      },
      cancel: () => view.change({ movedBy: null }),
    }
  }

  function editSelected(): void {
    const element = model.get(view.state().selected ?? '')
    if (element?.kind !== 'text' && element?.kind !== 'formula') return
    const { kind, x, y, id } = element
    onWrite({ kind, x, y, id })
  }

  function write({ x, y }: PenStart, kind: 'text' | 'formula'): Gesture {
    const existing = findAt({ x, y })
    return {
      move: () => undefined,
      end() {
        if (existing?.kind === kind) onWrite({ kind, x: existing.x, y: existing.y, id: existing.id })
        else onWrite({ kind, x: Math.round(x), y: Math.round(y), id: null })
      },
      cancel: () => undefined,
    }
  }

  function findAt(point: Point): BoardElement | null {
    const page = view.currentPage().id
    const radius = touchRadiusPx / view.viewport().zoom
    const touched = [...model.elements().values()].filter(
      (element) => element.page === page && touches(element, point, radius),
    )
    return touched.toSorted(compareCover).at(-1) ?? null
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
  if (Math.hypot(to.x - from.x, to.y - from.y) * zoom < shapeMinPx) return null
  if (kind === 'rectangle' || kind === 'ellipse') {
    return { ...common, kind: 'shape' as const, shape: kind, ...boxBetween(from, to) }
  }
  return { ...common, kind: 'line' as const, ...from, dx: to.x - from.x, dy: to.y - from.y, arrow: kind === 'arrow' }
}

/** Returns points between two points, so that a fast eraser skips nothing. */
function between(from: Point, to: Point, step: number): Point[] {
  const count = Math.min(200, Math.max(1, Math.ceil(Math.hypot(to.x - from.x, to.y - from.y) / step)))
  return Array.from({ length: count }, (_, index) => {
    const share = (index + 1) / count
    return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share }
  })
}
