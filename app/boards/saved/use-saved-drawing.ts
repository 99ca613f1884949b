import { useEffect, useRef, useState } from 'react'
import { Awareness } from 'y-protocols/awareness'
import * as Y from 'yjs'
import { type BoardModel, createBoardModel } from '#app/boards/document/board-model.ts'
import type { BoardPage } from '#app/boards/document/elements.ts'
import { createBoardView } from '#app/boards/drawing/board-view.ts'
import { createPainter } from '#app/boards/drawing/painter.ts'
import { listenToPointers } from '#app/boards/drawing/pointer-input.ts'
import { loadFonts } from '#app/boards/saved/draw-page.ts'
import { type Drawing, readTheme } from '#app/boards/screen/use-drawing.ts'

/** After this time the page is drawn without its fonts, which is better than no page. */
const fontsTimeoutMs = 3_000

/** Returns the model and the view of a stored document. Null until it is open. */
export function useSavedDrawing(data: Uint8Array): Drawing | 'unreadable' | null {
  const [drawing, setDrawing] = useState<Drawing | 'unreadable' | null>(null)
  useEffect(() => {
    const doc = new Y.Doc()
    const closing = new AbortController()
    const open = async () => {
      Y.applyUpdate(doc, data)
      const presence = new Awareness(doc)
      const model = createBoardModel(doc)
      const view = createBoardView({ model, presence, theme: readTheme() })
      closing.signal.addEventListener('abort', () => {
        view.close()
        model.close()
        presence.destroy()
      })
      const timeout = new Promise((resolve) => setTimeout(resolve, fontsTimeoutMs))
      await Promise.race([loadFonts(model.elements().values()), timeout])
      const written = model.pages().find((page) => isWritten(page, model))
      if (written) view.showPage(written.id)
      if (!closing.signal.aborted) setDrawing({ model, view })
    }
    open().catch(() => setDrawing('unreadable'))
    return () => {
      closing.abort()
      doc.destroy()
    }
  }, [data])
  return drawing
}

function isWritten({ id, picture }: BoardPage, model: BoardModel): boolean {
  return picture !== undefined || [...model.elements().values()].some(({ page }) => page === id)
}

/** Draws the page on a canvas. Pointers only move and zoom it. */
export function useSavedCanvas({ model, view }: Drawing) {
  const area = useRef<HTMLDivElement>(null)
  const paper = useRef<HTMLCanvasElement>(null)
  const [isFitted, setIsFitted] = useState(true)
  const fitAll = useRef(() => undefined as void)
  useEffect(() => {
    const element = area.current
    if (!element || !paper.current) return undefined
    const painter = createPainter({
      model,
      view,
      paper: paper.current,
      // Nobody draws here, so nothing is above the paper.
      overlay: document.createElement('canvas'),
      otherName: '',
      ownDrawings: () => [],
      otherDrawings: { list: () => [], remove: () => undefined },
      onFaded: () => undefined,
    })
    let fitted = view.viewport()
    fitAll.current = () => {
      view.fit()
      fitted = view.viewport()
      setIsFitted(true)
    }
    const onMove = () => setIsFitted(view.viewport().zoom <= fitted.zoom)
    const stopWatching = view.onMove(onMove)
    const stopListening = listenToPointers({
      element,
      view,
      tools: { begin: () => null },
      canWrite: () => false,
      wheelMoves: false,
    })
    const resize = () => {
      const wasFitted = view.viewport() === fitted
      view.resize({ width: element.clientWidth, height: element.clientHeight })
      if (wasFitted) fitAll.current()
    }
    const observer = new ResizeObserver(resize)
    observer.observe(element)
    resize()
    painter.requestPaint('all')
    return () => {
      observer.disconnect()
      stopWatching()
      stopListening()
      painter.close()
    }
  }, [model, view])
  return {
    area,
    paper,
    /** Whether the page is not zoomed in. */
    isFitted,
    fit: () => fitAll.current(),
  }
}
