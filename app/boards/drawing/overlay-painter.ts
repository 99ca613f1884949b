import type { BoardModel, ElementChange } from '#app/boards/document/board-model.ts'
import { drawingKeptMs, type LiveDrawing } from '#app/boards/document/live-drawings.ts'
import type { BoardView } from '#app/boards/drawing/board-view.ts'
import { type Appearance, boardFont, drawElement, drawLive } from '#app/boards/drawing/draw-element.ts'
import { boxOf, type Point, toScreen } from '#app/boards/drawing/geometry.ts'
import { shadeOf, type Theme } from '#app/boards/drawing/palette.ts'
import { prepareCanvas, useUnits } from '#app/boards/drawing/prepare-canvas.ts'

/** The trace of the laser pointer disappears after this time. */
const laserFadeMs = 1_200

export type OverlayOptions = {
  model: BoardModel
  view: BoardView
  canvas: HTMLCanvasElement
  otherName: string
  appearance(): Appearance
  ownDrawings(): Iterable<LiveDrawing>
  otherDrawings: { list(): Iterable<LiveDrawing>; remove(id: string): void }
  /** Called when own traces of the laser have faded. */
  onFaded(id: string): void
}

type Fading = { nowMs: number; forget(id: string): void }

/** Paints what is above the paper: unfinished drawings, the selection and the other person's pointer. */
export function createOverlayPainter(options: OverlayOptions) {
  const { model, view, canvas, otherName, appearance, ownDrawings, otherDrawings, onFaded } = options
  /** Finished drawings that are shown until the paper contains them. */
  const settling = new Map<string, LiveDrawing>()
  let isClear = false

  return {
    settle: (drawing: LiveDrawing) => void settling.set(drawing.id, drawing),
    /** Settles the other person's drawings whose elements have arrived. */
    settleArrived(changes: ElementChange[]): void {
      for (const { id, element } of changes) {
        const drawing = [...otherDrawings.list()].find((candidate) => candidate.id === id)
        if (drawing && element) settling.set(id, drawing)
        if (drawing) otherDrawings.remove(id)
      }
    },
    removeSettled: () => settling.clear(),
    /** Returns whether something fades, so that another frame is needed. */
    paint(pixelRatio: number): boolean {
      const [own, others] = [[...ownDrawings()], [...otherDrawings.list()]]
      const cursors = view.otherCursors()
      const isEmpty = settling.size + own.length + others.length + cursors.length === 0 && !view.state().selected
      // While a page moves, nothing is on the overlay most of the time.
      if (isEmpty && isClear) return false
      isClear = isEmpty
      const viewport = view.viewport()
      const context = prepareCanvas(canvas, view.size(), pixelRatio)
      context.clearRect(0, 0, canvas.width, canvas.height)
      useUnits(context, viewport, pixelRatio)
      const nowMs = performance.now()
      for (const drawing of settling.values()) drawOn(context, drawing)
      const fading = [
        ...own.map((drawing) => drawUnfinished(context, drawing, { nowMs, forget: onFaded })),
        ...others.map((drawing) => drawUnfinished(context, drawing, { nowMs, forget: otherDrawings.remove })),
      ]
      drawSelection(context, viewport.zoom)
      context.setTransform(pixelRatio, 0, 0, pixelRatio, 0, 0)
      for (const cursor of cursors) drawCursor(context, toScreen(viewport, cursor), otherName, view.theme())
      return fading.includes(true)
    },
  }

  /** Returns whether it fades, or waits for its element. A laser pointer that has faded may move on later. */
  function drawUnfinished(context: CanvasRenderingContext2D, drawing: LiveDrawing, { nowMs, forget }: Fading): boolean {
    const { id, kind, changedAtMs, isFinished } = drawing
    const ageMs = nowMs - changedAtMs
    if (kind !== 'laser') {
      drawOn(context, drawing)
      if (isFinished && ageMs > drawingKeptMs) forget(id)
      return isFinished
    }
    const isVisible = ageMs < laserFadeMs
    if (isVisible) drawLaser(context, drawing, ageMs)
    else if (isFinished) forget(id)
    return isVisible
  }

  function drawOn(context: CanvasRenderingContext2D, drawing: LiveDrawing): void {
    if (drawing.page === view.currentPage().id) drawLive(context, drawing, view.theme())
  }

  function drawLaser(context: CanvasRenderingContext2D, drawing: LiveDrawing, ageMs: number): void {
    context.globalAlpha = 1 - ageMs / laserFadeMs
    // Only the end of a long trace is shown, like the light of a real pointer.
    drawOn(context, { ...drawing, points: drawing.points.slice(-60), kind: 'pen' })
    context.globalAlpha = 1
  }

  function drawSelection(context: CanvasRenderingContext2D, zoom: number): void {
    const selected = model.get(view.state().selected ?? '')
    if (!selected || selected.page !== view.currentPage().id) return
    const { x, y, width, height } = boxOf(selected)
    context.strokeStyle = shadeOf('blue', view.theme())
    context.lineWidth = 1.5 / zoom
    context.setLineDash([6 / zoom, 4 / zoom])
    const { movedBy } = view.state()
    if (movedBy) context.translate(movedBy.x, movedBy.y)
    context.strokeRect(x, y, width, height)
    context.setLineDash([])
    if (movedBy) drawElement(context, selected, appearance())
  }
}

/** The other person's pointer with the name, in the same size at every zoom. */
function drawCursor(context: CanvasRenderingContext2D, { x, y }: Point, name: string, theme: Theme): void {
  context.fillStyle = shadeOf('orange', theme)
  context.beginPath()
  context.moveTo(x, y)
  context.lineTo(x + 5, y + 16)
  context.lineTo(x + 9, y + 10)
  context.lineTo(x + 16, y + 9)
  context.closePath()
  context.fill()
  context.font = `600 12px ${boardFont}`
  context.textBaseline = 'top'
  context.fillText(name, x + 12, y + 16)
}
