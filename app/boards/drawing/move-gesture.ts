import { findTouched, type ShownBoard } from '#app/boards/drawing/find-touched.ts'
import type { Point } from '#app/boards/drawing/geometry.ts'
import { type Gesture, movementMinPx } from '#app/boards/drawing/gesture.ts'

type Options = ShownBoard & {
  /** Called when the selected element is tapped again. */
  onSecondTap(): void
}

/** Moves the element under the pointer. Null when there is none: then the page moves. */
export function beginMoving({ model, view, onSecondTap }: Options, start: Point): Gesture | null {
  const element = findTouched({ model, view }, start)
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
      const isTap = Math.hypot(by.x, by.y) * view.viewport().zoom < movementMinPx
      if (!isTap) model.change(element.id, { x: Math.round(element.x + by.x), y: Math.round(element.y + by.y) })
      model.endStep()
      view.change({ movedBy: null })
      if (isTap && wasSelected) onSecondTap()
    },
    cancel: () => view.change({ movedBy: null }),
  }
}
