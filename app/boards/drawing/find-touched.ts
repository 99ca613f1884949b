import { type BoardModel, compareCover } from '#app/boards/document/board-model.ts'
import type { BoardElement } from '#app/boards/document/elements.ts'
import type { BoardView } from '#app/boards/drawing/board-view.ts'
import { type Point, touches } from '#app/boards/drawing/geometry.ts'

/** The eraser and a tap reach elements this close, in pixels of the screen. */
const touchRadiusPx = 8

export function touchRadius(view: BoardView): number {
  return touchRadiusPx / view.viewport().zoom
}

/** A board, and the part of it that this page shows. */
export type ShownBoard = { model: BoardModel; view: BoardView }

/** Lists the candidates on the shown page that one of the points touches. */
export function listTouched(
  { model, view }: ShownBoard,
  points: Point[],
  isCandidate: (element: BoardElement) => boolean,
): BoardElement[] {
  const radius = touchRadius(view)
  const page = view.currentPage().id
  return [...model.elements().values()].filter(
    (element) =>
      element.page === page && isCandidate(element) && points.some((point) => touches(element, point, radius)),
  )
}

/** Finds the topmost element under a point. */
export function findTouched(board: ShownBoard, point: Point): BoardElement | null {
  return (
    listTouched(board, [point], () => true)
      .toSorted(compareCover)
      .at(-1) ?? null
  )
}
