import type { BoardView, BoardViewState } from '#app/boards/drawing/board-view.ts'
import type { DrawTools } from '#app/boards/drawing/draw-tools.ts'
import { type Point, toPage } from '#app/boards/drawing/geometry.ts'
import type { Gesture } from '#app/boards/drawing/gesture.ts'

const stepPx = 10
const largeStepPx = 60

type Options = {
  element: HTMLElement
  view: BoardView
  tools: Pick<DrawTools, 'begin' | 'editSelected' | 'removeSelected'>
  canWrite(): boolean
}

/**
 * Lets every tool be used by keyboard. Arrow keys move a cursor, Enter starts and ends the tool there, and Escape
 * cancels. With Ctrl or Command, and on a read-only board, arrow keys move the page. The space bar belongs to the call,
 * which it unmutes.
 */
export function listenToKeys({ element, view, tools, canWrite }: Options): () => void {
  const listening = new AbortController()
  const { signal } = listening
  let gesture: Gesture | null = null
  let hasMoved = false

  element.addEventListener('keydown', onKeyDown, { signal })
  // The key that moved the focus here is also released here.
  element.addEventListener('keyup', ({ key }) => key === 'Tab' && canWrite() && showCursor(), { signal })
  element.addEventListener('focus', () => view.change({ hasFocus: true }), { signal })
  element.addEventListener('blur', leave, { signal })
  // Before the pointer begins to draw.
  element.addEventListener('pointerdown', hideCursor, { signal, capture: true })
  return () => {
    listening.abort()
    cancel()
    view.change({ hasFocus: false })
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.altKey || event.target !== element) return
    if (!view.state().hasFocus) view.change({ hasFocus: true })
    if (handle(event)) event.preventDefault()
  }

  /** Returns whether the key was handled. */
  function handle({ key, shiftKey, ctrlKey, metaKey, repeat }: KeyboardEvent): boolean {
    const direction = directions[key]
    if (!canWrite()) cancel()
    const movesPage = ctrlKey || metaKey || !canWrite()
    if (direction && movesPage) view.pan({ x: -direction.x * largeStepPx, y: -direction.y * largeStepPx })
    else if (direction) moveBy(direction, shiftKey ? largeStepPx : stepPx)
    else if (ctrlKey || metaKey) return false
    else if (key === '+' || key === '=') view.zoom(1.25, cursor())
    else if (key === '-') view.zoom(0.8, cursor())
    else if (!canWrite()) return false
    else if (key === 'Enter') {
      if (!repeat) press()
    } else if (key === 'Escape') return cancel()
    else if (key === 'Delete' || key === 'Backspace') {
      if (gesture) cancel()
      tools.removeSelected()
    } else return false
    return true
  }

  function moveBy({ x, y }: Point, step: number): void {
    const at = cursor()
    putCursor(view, { x: at.x + x * step, y: at.y + y * step })
    hasMoved = true
    if (gesture) gesture.move([toPen(cursor())])
    else sendCursor()
  }

  function press(): void {
    showCursor()
    if (gesture) return putDown()
    const { tool } = view.state()
    const begun = tools.begin({ ...toPen(cursor()), isPen: false }, tool)
    if (tool === 'text' || tool === 'formula') return begun?.end()
    gesture = begun
    hasMoved = false
    view.change({ keyTool: begun && tool })
    if (begun) view.cursor(null)
  }

  /** A text that was picked up but not moved opens for editing. */
  function putDown(): void {
    if (view.state().keyTool === 'move' && !hasMoved) {
      cancel()
      tools.editSelected()
    } else end()
    sendCursor()
  }

  function end(): void {
    const ended = gesture
    gesture = null
    view.change({ keyTool: null })
    ended?.end()
  }

  /** Returns whether there was something to cancel. */
  function cancel(): boolean {
    const { selected } = view.state()
    const wasBusy = gesture !== null
    gesture?.cancel()
    gesture = null
    if (wasBusy) view.change({ keyTool: null })
    else if (selected) view.change({ selected: null })
    return wasBusy || selected !== null
  }

  /** Ends the current gesture and keeps its result. */
  function leave(): void {
    if (gesture) end()
    view.cursor(null)
    view.change({ hasFocus: false })
  }

  function hideCursor(): void {
    if (gesture) end()
    if (view.state().keyCursor) view.change({ keyCursor: null })
  }

  function showCursor(): void {
    view.change({ keyCursor: cursor() })
    sendCursor()
  }

  function sendCursor(): void {
    view.cursor(toPage(view.viewport(), cursor()))
  }

  function cursor(): Point {
    const { width, height } = view.size()
    return view.state().keyCursor ?? { x: width / 2, y: height / 2 }
  }

  function toPen(at: Point) {
    return { ...toPage(view.viewport(), at), pressure: 0.5 }
  }
}

/** The keyboard cursor, shown only while the drawing area has the focus. It keeps its position otherwise. */
export function shownKeyCursor({ keyCursor, hasFocus }: Pick<BoardViewState, 'keyCursor' | 'hasFocus'>): Point | null {
  return hasFocus ? keyCursor : null
}

/** Moves the keyboard cursor to a point of the screen. Beyond the edge, the page moves. */
export function putCursor(view: BoardView, { x, y }: Point): void {
  const { width, height } = view.size()
  const at = { x: Math.min(width, Math.max(0, x)), y: Math.min(height, Math.max(0, y)) }
  if (at.x !== x || at.y !== y) view.pan({ x: at.x - x, y: at.y - y })
  view.change({ keyCursor: at })
}

const directions: Record<string, Point> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}
