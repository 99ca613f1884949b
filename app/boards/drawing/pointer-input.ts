import type { BoardView } from '#app/boards/drawing/board-view.ts'
import type { DrawTools } from '#app/boards/drawing/draw-tools.ts'
import { type Point, toPage } from '#app/boards/drawing/geometry.ts'
import type { Gesture, PenPoint } from '#app/boards/drawing/gesture.ts'

/** One line of a wheel that counts lines, in pixels. */
const wheelLinePx = 32
/** How much a wheel or a trackpad zooms. */
const wheelZoomPerPx = 0.0022
/** If the first finger has moved less than this when the second one lands, the two are a pinch. */
const pinchStartPx = 12
/** With a pen, a hand that rests on the screen moves a little. Only a longer movement moves the page. */
const restingHandPx = 12

type Options = {
  element: HTMLElement
  view: BoardView
  tools: Pick<DrawTools, 'begin'>
  canWrite(): boolean
  /** False where a wheel scrolls the page around the board. With Ctrl it always zooms the board. */
  wheelMoves?: boolean
}

/**
 * Handles pointer input. One finger, pen or mouse draws; two fingers move and zoom. Once a pen was used, fingers only
 * move the page. A pen that touches the board cancels the gestures of fingers, which are ignored until it is lifted. So
 * a hand may rest on the screen, before the pen touches and afterwards.
 */
export function listenToPointers({ element, view, tools, canWrite, wheelMoves = true }: Options): () => void {
  const listening = new AbortController()
  const { signal } = listening
  /** The fingers that touch the board, in pixels of the element. */
  const fingers = new Map<number, Point>()
  let hasPen = false
  let drawing: { pointerId: number; gesture: Gesture; start: Point; isFinger: boolean } | null = null
  /** A pointer that moves the page. */
  let panning: { pointerId: number; last: Point; isResting: boolean } | null = null
  let penId: number | null = null

  element.addEventListener('pointerdown', onDown, { signal })
  element.addEventListener('pointermove', onMove, { signal })
  element.addEventListener('pointerup', (event) => onUp(event, 'end'), { signal })
  element.addEventListener('pointercancel', (event) => onUp(event, 'cancel'), { signal })
  element.addEventListener('pointerleave', () => view.cursor(null), { signal })
  // Not passive: otherwise the browser zooms the whole page.
  element.addEventListener('wheel', onWheel, { signal, passive: false })
  element.addEventListener('contextmenu', (event) => event.preventDefault(), { signal })
  return () => {
    listening.abort()
    drawing?.gesture.cancel()
  }

  function onDown(event: PointerEvent): void {
    const at = position(event)
    const isFinger = event.pointerType === 'touch'
    const isPen = event.pointerType === 'pen'
    if (isPen) hasPen = true
    if (isPen && penId === null) endFingers()
    // A touch while the pen is down is the resting hand.
    if (isFinger && penId !== null) return
    if (isFinger) fingers.set(event.pointerId, at)
    if (isFinger && fingers.size >= 2) return beginPinch()
    if (drawing || panning || isOtherMouseButton(event)) return
    element.setPointerCapture(event.pointerId)
    if (isPen) penId = event.pointerId
    const isPan = event.button === 1 || (isFinger && hasPen) || !canWrite()
    const gesture = isPan ? null : tools.begin({ ...toPen(event), isPen }, chooseTool(event))
    // While drawing, the stroke itself shows the position of the pen.
    if (gesture) view.cursor(null)
    if (gesture) drawing = { pointerId: event.pointerId, gesture, start: at, isFinger }
    else panning = { pointerId: event.pointerId, last: at, isResting: isFinger && hasPen }
  }

  /** The hand often touches the screen before the pen that it holds. */
  function endFingers(): void {
    if (drawing?.isFinger) {
      drawing.gesture.cancel()
      drawing = null
    }
    if (panning && fingers.has(panning.pointerId)) panning = null
    fingers.clear()
  }

  /** The eraser end and the eraser button of a pen erase. */
  function chooseTool({ pointerType, buttons }: PointerEvent) {
    return pointerType === 'pen' && (buttons & 32) !== 0 ? 'eraser' : view.state().tool
  }

  /** The first finger may have begun to draw by accident. */
  function beginPinch(): void {
    panning = null
    const [first] = fingers.values()
    const isShort = drawing && first && Math.hypot(first.x - drawing.start.x, first.y - drawing.start.y) < pinchStartPx
    if (drawing?.isFinger && isShort) drawing.gesture.cancel()
    else if (drawing?.isFinger) drawing.gesture.end()
    if (drawing?.isFinger) drawing = null
  }

  function onMove(event: PointerEvent): void {
    const at = position(event)
    // Browsers report a pen before it touches the screen.
    if (event.pointerType === 'pen') hasPen = true
    if (fingers.has(event.pointerId) && fingers.size >= 2) return pinch(event.pointerId, at)
    if (fingers.has(event.pointerId)) fingers.set(event.pointerId, at)
    if (drawing?.pointerId === event.pointerId) {
      // Pens report more points than the screen has frames.
      const events = event.getCoalescedEvents?.() ?? []
      return drawing.gesture.move((events.length > 0 ? events : [event]).map(toPen))
    }
    if (panning?.pointerId === event.pointerId) {
      const by = { x: at.x - panning.last.x, y: at.y - panning.last.y }
      if (panning.isResting && Math.hypot(by.x, by.y) < restingHandPx) return
      view.pan(by)
      panning = { ...panning, last: at, isResting: false }
    } else if (event.pointerType !== 'touch') view.cursor(toPen(event))
  }

  function pinch(pointerId: number, at: Point): void {
    const [firstId, secondId] = fingers.keys()
    if (pointerId !== firstId && pointerId !== secondId) return
    const otherId = pointerId === firstId ? secondId : firstId
    const [before, other] = [fingers.get(pointerId), fingers.get(otherId ?? -1)]
    fingers.set(pointerId, at)
    if (!before || !other || drawing) return
    const [oldDistance, newDistance] = [before, at].map((point) => Math.hypot(point.x - other.x, point.y - other.y))
    view.pan({ x: (at.x - before.x) / 2, y: (at.y - before.y) / 2 })
    const middle = { x: (at.x + other.x) / 2, y: (at.y + other.y) / 2 }
    if (oldDistance && newDistance) view.zoom(newDistance / oldDistance, middle)
  }

  function onUp(event: PointerEvent, how: 'end' | 'cancel'): void {
    fingers.delete(event.pointerId)
    if (penId === event.pointerId) penId = null
    if (panning?.pointerId === event.pointerId) panning = null
    if (drawing?.pointerId !== event.pointerId) return
    const { gesture } = drawing
    drawing = null
    gesture[how]()
  }

  function onWheel(event: WheelEvent): void {
    if (!wheelMoves && !event.ctrlKey && !event.metaKey) return
    event.preventDefault()
    const unit = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? wheelLinePx : 1
    // Browsers report a pinch on a trackpad as a wheel with Ctrl.
    if (event.ctrlKey || event.metaKey) view.zoom(Math.exp(-event.deltaY * unit * wheelZoomPerPx), position(event))
    else view.pan({ x: -event.deltaX * unit, y: -event.deltaY * unit })
  }

  function position({ clientX, clientY }: MouseEvent): Point {
    const { left, top } = element.getBoundingClientRect()
    return { x: clientX - left, y: clientY - top }
  }

  function toPen(event: PointerEvent): PenPoint {
    return { ...toPage(view.viewport(), position(event)), pressure: event.pressure }
  }
}

/** The right button opens a menu in other places, and further buttons go back and forward. They do not draw. */
function isOtherMouseButton({ pointerType, button }: PointerEvent): boolean {
  return pointerType === 'mouse' && button > 1
}
