import { createOverlayPainter, type OverlayOptions } from '#app/boards/drawing/overlay-painter.ts'
import { createPaperPainter } from '#app/boards/drawing/paper-painter.ts'

type Options = Omit<OverlayOptions, 'canvas' | 'appearance'> & {
  /** Paper and finished elements. */
  paper: HTMLCanvasElement
  /** Unfinished drawings, cursors and the selection, above the paper. */
  overlay: HTMLCanvasElement
}

/** Paints the board, at most once for each frame of the screen and only what has changed. */
export function createPainter({ paper: paperCanvas, overlay: overlayCanvas, ...options }: Options) {
  const { model, view } = options
  const paper = createPaperPainter({ model, view, canvas: paperCanvas, onPictureLoaded: () => requestPaint('all') })
  const overlay = createOverlayPainter({ ...options, canvas: overlayCanvas, appearance: paper.appearance })
  let frame: number | undefined
  let isPaperDirty = true
  const stops = [
    model.onElements((changes) => {
      overlay.settleArrived(changes)
      paper.updateElements(changes)
      requestPaint('all')
    }),
    model.subscribe(() => {
      paper.updatePages()
      requestPaint('all')
    }),
    view.onMove(() => requestPaint('all')),
    view.subscribe(() => {
      paper.updateHidden()
      requestPaint('all')
    }),
  ]

  return {
    requestPaint,
    /** Shows a finished drawing until the tiles contain it. */
    settle: overlay.settle,
    close(): void {
      if (frame !== undefined) cancelAnimationFrame(frame)
      paper.close()
      stops.forEach((stop) => stop())
    },
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
    const isComplete = !isPaperDirty || paper.paint(pixelRatio)
    isPaperDirty = !isComplete
    if (isComplete) overlay.removeSettled()
    const isFading = overlay.paint(pixelRatio)
    if (!isComplete) requestPaint('all')
    else if (isFading) requestPaint('overlay')
  }
}
