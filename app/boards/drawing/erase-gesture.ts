import { listTouched, type ShownBoard, touchRadius } from '#app/boards/drawing/find-touched.ts'
import type { Point } from '#app/boards/drawing/geometry.ts'
import type { Gesture } from '#app/boards/drawing/gesture.ts'

/** What the eraser touches is hidden at once and removed at the end, so that it can be cancelled. */
export function beginErasing({ model, view }: ShownBoard, start: Point): Gesture {
  let last = start
  eraseAt([start])
  return {
    move(points) {
      for (const point of points) {
        eraseAt(between(last, point, touchRadius(view)))
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

  function eraseAt(points: Point[]): void {
    const { erasing } = view.state()
    const isCandidate = ({ kind, id }: { kind: string; id: string }) => kind !== 'picture' && !erasing.has(id)
    const touched = listTouched({ model, view }, points, isCandidate)
    if (touched.length > 0) view.change({ erasing: new Set([...erasing, ...touched.map(({ id }) => id)]) })
  }
}

/** Points on the way from one point to another, so that a fast eraser skips nothing. */
function between(from: Point, to: Point, step: number): Point[] {
  const count = Math.min(200, Math.max(1, Math.ceil(Math.hypot(to.x - from.x, to.y - from.y) / step)))
  return Array.from({ length: count }, (_, index) => {
    const share = (index + 1) / count
    return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share }
  })
}
