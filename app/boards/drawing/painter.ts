import type { BoardModel } from '#app/boards/document/board-model.ts'
import type { Paper } from '#app/boards/document/elements.ts'
import { drawingKeptMs, type LiveDrawing } from '#app/boards/document/live-drawings.ts'
import type { BoardView } from '#app/boards/drawing/board-view.ts'
import { boardFont, drawElement, drawLive } from '#app/boards/drawing/draw-element.ts'
import { type Box, boxOf, toScreen, type Viewport, visibleBox } from '#app/boards/drawing/geometry.ts'
import { paperColours, shadeOf } from '#app/boards/drawing/palette.ts'
import { createPictures } from '#app/boards/drawing/pictures.ts'
import { createTiles } from '#app/boards/drawing/tiles.ts'

/** Distance of the lines of grid and ruled paper. */
const paperStep = { grid: 24, ruled: 32 } as const
/** The trace of the laser pointer disappears after this time. */
const laserFadeMs = 1_200

type Options = {
  model: BoardModel
  view: BoardView
  /** Paper and finished elements. */
  paper: HTMLCanvasElement
  /** Unfinished drawings, cursors and the selection, above the paper. */
  overlay: HTMLCanvasElement
  otherName: string
  ownDrawings(): Iterable<LiveDrawing>
  otherDrawings: { list(): Iterable<LiveDrawing>; remove(id: string): void }
  /** Called when own traces of the laser have faded. */
  onFaded(id: string): void
}

/** Draws the changed parts of the board, at most once per animation frame. */
export function createPainter(options: Options) {
  const { model, view, paper, overlay, otherName, ownDrawings, otherDrawings, onFaded } = options
  const pictures = createPictures(() => {
    tiles.reset({ keepShown: true })
    requestPaint('all')
  })
  const appearance = () => ({ theme: view.theme(), picture: pictures.get })
  const tiles = createTiles({
    list: () =>
      [...model.elements().values()].filter(({ id, page }) => page === view.currentPage().id && !hidden.has(id)),
    appearance,
  })
  /**
   * The elements that are not on the tiles: those that are being erased, and the one that is being moved, which is on
   * the overlay.
   */
  let hidden: ReadonlySet<string> = new Set()
  /** Finished drawings that are shown until the tiles contain them. */
  const settling = new Map<string, LiveDrawing>()
  let frame: number | undefined
  let isPaperDirty = true
  let isOverlayClear = false
  let shownPage = ''
  let knownPages = model.pages()
  const stops = [
    model.onElements((changes) => {
      if (changes.some(({ before }) => before?.kind === 'picture')) keepUsedPictures()
      for (const { id, element, before } of changes) {
        const drawing = [...otherDrawings.list()].find((candidate) => candidate.id === id)
        if (drawing && element) settling.set(id, drawing)
        if (drawing) otherDrawings.remove(id)
        const here = view.currentPage().id
        const [shownBefore, shownNow] = [before, element].map((one) =>
          one?.page === here && !hidden.has(id) ? one : null,
        )
        tiles.update(shownBefore ?? null, shownNow ?? null)
      }
      requestPaint('all')
    }),
    model.subscribe(() => {
      if (model.pages() !== knownPages) keepUsedPictures()
      knownPages = model.pages()
      requestPaint('all')
    }),
    view.onMove(() => requestPaint('all')),
    view.subscribe(() => {
      updateHidden()
      requestPaint('all')
    }),
  ]

  return {
    requestPaint,
    /** Shows a finished drawing until the tiles contain it. */
    settle: (drawing: LiveDrawing) => void settling.set(drawing.id, drawing),
    close(): void {
      if (frame !== undefined) cancelAnimationFrame(frame)
      pictures.close()
      stops.forEach((stop) => stop())
    },
  }

  function keepUsedPictures(): void {
    const onPages = model.pages().flatMap(({ picture }) => (picture ? [picture.id] : []))
    const placed = [...model.elements().values()].flatMap((element) =>
      element.kind === 'picture' ? [element.picture] : [],
    )
    pictures.keepOnly(new Set([...onPages, ...placed]))
  }

  function updateHidden(): void {
    const { selected, movedBy, erasing } = view.state()
    const next = movedBy && selected ? new Set([...erasing, selected]) : erasing
    const before = hidden
    hidden = next
    for (const id of new Set([...before, ...next])) {
      const element = before.has(id) !== next.has(id) && model.get(id)
      // The tiles under it are drawn again, without it or with it.
      if (element) tiles.update(element, next.has(id) ? null : element)
    }
  }

  function requestPaint(what: 'all' | 'overlay'): void {
    if (what === 'all') isPaperDirty = true
    frame ??= requestAnimationFrame(() => {
      frame = undefined
      paint()
    })
  }

  function paint(): void {
    if (view.size().width === 0) return
    const pixelRatio = window.devicePixelRatio
    const isComplete = !isPaperDirty || paintPaper(pixelRatio)
    isPaperDirty = !isComplete
    if (isComplete) settling.clear()
    const isFading = paintOverlay(pixelRatio)
    if (!isComplete) requestPaint('all')
    else if (isFading) requestPaint('overlay')
  }

  /** Returns whether everything is drawn. */
  function paintPaper(pixelRatio: number): boolean {
    const page = view.currentPage()
    const theme = view.theme()
    const pageKey = `${page.id} ${theme}`
    if (pageKey !== shownPage) tiles.reset({ keepShown: false })
    shownPage = pageKey
    const viewport = view.viewport()
    const area = visibleBox(viewport, view.size())
    const context = prepareCanvas(paper, view.size(), pixelRatio)
    context.fillStyle = paperColours[theme].paper
    context.fillRect(0, 0, paper.width, paper.height)
    useUnits(context, viewport, pixelRatio)
    if (page.paper !== 'plain')
      drawLines(context, { paper: page.paper, area, zoom: viewport.zoom, colour: paperColours[theme].lines })
    const background = page.picture && pictures.get(page.picture.id)
    if (background && page.picture) context.drawImage(background, 0, 0, page.picture.width, page.picture.height)
    return !tiles.draw(context, viewport, area, pixelRatio)
  }

  /** Returns whether something fades, so that another frame is needed. */
  function paintOverlay(pixelRatio: number): boolean {
    // While a page moves, the overlay is usually empty.
    const isEmpty = hasEmptyOverlay()
    if (isEmpty && isOverlayClear) return false
    isOverlayClear = isEmpty
    const viewport = view.viewport()
    const context = prepareCanvas(overlay, view.size(), pixelRatio)
    context.clearRect(0, 0, overlay.width, overlay.height)
    useUnits(context, viewport, pixelRatio)
    const nowMs = performance.now()
    let isFading = false
    for (const drawing of settling.values()) drawOn(context, drawing)
    for (const [drawings, forget] of [
      [[...ownDrawings()], onFaded],
      [[...otherDrawings.list()], otherDrawings.remove],
    ] as const) {
      for (const drawing of drawings) {
        if (drawing.kind === 'laser') {
          const isVisible = drawLaser(context, drawing, nowMs)
          if (isVisible) isFading = true
          else if (drawing.isFinished) forget(drawing.id)
        } else {
          drawOn(context, drawing)
          const isLost = drawing.isFinished && nowMs - drawing.changedAtMs > drawingKeptMs
          if (drawing.isFinished) isFading = true
          if (isLost) forget(drawing.id)
        }
      }
    }
    drawSelection(context, viewport.zoom)
    drawCursors(context, pixelRatio)
    return isFading
  }

  function hasEmptyOverlay(): boolean {
    const drawings = [...settling.values(), ...ownDrawings(), ...otherDrawings.list()]
    return drawings.length === 0 && !view.state().selected && view.otherCursors().length === 0
  }

  function drawOn(context: CanvasRenderingContext2D, drawing: LiveDrawing): void {
    if (drawing.page === view.currentPage().id) drawLive(context, drawing, view.theme())
  }

  /** Returns false when the trace has faded. The pointer may move again later. */
  function drawLaser(context: CanvasRenderingContext2D, drawing: LiveDrawing, nowMs: number): boolean {
    const age = nowMs - drawing.changedAtMs
    if (age >= laserFadeMs) return false
    context.globalAlpha = 1 - age / laserFadeMs
    // Only the end of a long trace is shown, like the light of a real pointer.
    drawOn(context, { ...drawing, points: drawing.points.slice(-60), kind: 'pen' })
    context.globalAlpha = 1
    return true
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

  /** The other person's pointer with the name, in the same size at every zoom. */
  function drawCursors(context: CanvasRenderingContext2D, pixelRatio: number): void {
    context.setTransform(pixelRatio, 0, 0, pixelRatio, 0, 0)
    for (const cursor of view.otherCursors()) {
      const { x, y } = toScreen(view.viewport(), cursor)
      context.fillStyle = shadeOf('orange', view.theme())
      context.beginPath()
      context.moveTo(x, y)
      context.lineTo(x + 5, y + 16)
      context.lineTo(x + 9, y + 10)
      context.lineTo(x + 16, y + 9)
      context.closePath()
      context.fill()
      context.font = `600 12px ${boardFont}`
      context.textBaseline = 'top'
      context.fillText(otherName, x + 12, y + 16)
    }
  }
}

/** Sets the size of a canvas to its pixels on this screen. */
function prepareCanvas(canvas: HTMLCanvasElement, size: { width: number; height: number }, pixelRatio: number) {
  const [width, height] = [Math.round(size.width * pixelRatio), Math.round(size.height * pixelRatio)]
  if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height })
  const context = canvas.getContext('2d') as CanvasRenderingContext2D
  context.setTransform(1, 0, 0, 1, 0, 0)
  return context
}

/** One unit of the page becomes one unit of the context. Whole pixels, so that tiles are copied without smoothing. */
function useUnits(context: CanvasRenderingContext2D, { x, y, zoom }: Viewport, pixelRatio: number): void {
  const scale = zoom * pixelRatio
  context.setTransform(scale, 0, 0, scale, -Math.round(x * scale), -Math.round(y * scale))
}

type Lines = { paper: Exclude<Paper, 'plain'>; area: Box; zoom: number; colour: string }

/** Draws the lines of grid or ruled paper. */
export function drawLines(context: CanvasRenderingContext2D, { paper, area, zoom, colour }: Lines): void {
  let step: number = paperStep[paper]
  // When zoomed out, only some of the lines are drawn, so that the paper does not become grey.
  while (step * zoom < 10) step *= 4
  context.strokeStyle = colour
  context.lineWidth = 1 / zoom
  context.beginPath()
  for (let y = Math.ceil(area.y / step) * step; y < area.y + area.height; y += step) {
    context.moveTo(area.x, y)
    context.lineTo(area.x + area.width, y)
  }
  const right = paper === 'grid' ? area.x + area.width : -Infinity
  for (let x = Math.ceil(area.x / step) * step; x < right; x += step) {
    context.moveTo(x, area.y)
    context.lineTo(x, area.y + area.height)
  }
  context.stroke()
}
