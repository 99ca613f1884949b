import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { safeLocalStorage } from '#app/base/browser-memory.ts'
import { createBoardModel, type BoardModel } from '#app/boards/document/board-model.ts'
import { receiveDrawings } from '#app/boards/document/live-drawings.ts'
import type { SharedBoard } from '#app/boards/document/shared-board.ts'
import { type BoardView, createBoardView } from '#app/boards/drawing/board-view.ts'
import { createDrawTools, type DrawTools, type WritePlace } from '#app/boards/drawing/draw-tools.ts'
import { listenToKeys } from '#app/boards/drawing/key-input.ts'
import { createPainter } from '#app/boards/drawing/painter.ts'
import type { Theme } from '#app/boards/drawing/palette.ts'
import { listenToPointers } from '#app/boards/drawing/pointer-input.ts'

const themeKey = 'samjhao:board-theme'

export type Drawing = { model: BoardModel; view: BoardView }

/** The model and the view of a board, while the component is mounted. */
export function useDrawing(board: SharedBoard): Drawing | null {
  const [drawing, setDrawing] = useState<Drawing | null>(null)
  useEffect(() => {
    const model = createBoardModel(board.doc)
    const view = createBoardView({ model, presence: board.presence, theme: readTheme() })
    // oxlint-disable-next-line react/set-state-in-effect -- both must be closed, which only an effect can do
    setDrawing({ model, view })
    return () => {
      view.close()
      model.close()
    }
  }, [board])
  return drawing
}

/** The chosen paper of this device. */
export function readTheme(): Theme {
  return safeLocalStorage.getItem(themeKey) === 'light' ? 'light' : 'dark'
}

export function rememberTheme(theme: Theme): void {
  safeLocalStorage.setItem(themeKey, theme)
}

/** Renders again when the view or the content changes. */
export function useDrawingState({ model, view }: Drawing) {
  const state = useSyncExternalStore(view.subscribe, view.state, view.state)
  // The content changes in place, so a version number shows React that it changed.
  const [store] = useState(() => ({ version: 0 }))
  useSyncExternalStore(
    useMemo(
      () => (listener: () => void) =>
        model.subscribe(() => {
          store.version += 1
          listener()
        }),
      [model, store],
    ),
    () => store.version,
    () => store.version,
  )
  return state
}

type CanvasOptions = Drawing & {
  board: SharedBoard
  otherName: string
  canWrite: boolean
  onWrite(place: WritePlace): void
}

/** Draws the board on two canvases and listens to pointers and keys. */
export function useCanvas({ board, model, view, otherName, canWrite, onWrite }: CanvasOptions) {
  const area = useRef<HTMLDivElement>(null)
  const paper = useRef<HTMLCanvasElement>(null)
  const overlay = useRef<HTMLCanvasElement>(null)
  const tools = useRef<DrawTools>(null)
  const latest = useRef({ canWrite, onWrite })
  useEffect(() => {
    latest.current = { canWrite, onWrite }
  })
  useEffect(() => {
    if (!area.current || !paper.current || !overlay.current) return undefined
    const otherDrawings = receiveDrawings(board.live, () => painter.requestPaint('overlay'))
    const drawTools = createDrawTools({
      model,
      view,
      live: board.live,
      onChange: () => painter.requestPaint('overlay'),
      onFinished: (drawing) => painter.settle(drawing),
      onWrite: (place) => latest.current.onWrite(place),
    })
    tools.current = drawTools
    const painter = createPainter({
      model,
      view,
      paper: paper.current,
      overlay: overlay.current,
      otherName,
      ownDrawings: drawTools.drawings,
      otherDrawings,
      onFaded: drawTools.forget,
    })
    const onPresence = ({ removed }: { removed: number[] }) => {
      if (removed.length > 0) otherDrawings.clear()
      painter.requestPaint('overlay')
    }
    board.presence.on('change', onPresence)
    const element = area.current
    const input = { element, view, tools: drawTools, canWrite: () => latest.current.canWrite }
    const stopPointers = listenToPointers(input)
    const stopKeys = listenToKeys(input)
    const resize = () => view.resize({ width: element.clientWidth, height: element.clientHeight })
    const observer = new ResizeObserver(resize)
    observer.observe(element)
    resize()
    painter.requestPaint('all')
    return () => {
      observer.disconnect()
      stopPointers()
      stopKeys()
      board.presence.off('change', onPresence)
      painter.close()
      otherDrawings.stop()
    }
  }, [board, model, view, otherName])
  return { area, paper, overlay, tools }
}
