import type { Point } from '#app/boards/drawing/geometry.ts'

/** A point of a pointer, in units of the page. */
export type PenPoint = Point & { pressure: number }
export type PenStart = PenPoint & { isPen: boolean }

/** The steps of one use of a tool, from the first touch to the last. */
export type Gesture = {
  move(points: PenPoint[]): void
  end(): void
  /** The touch was the beginning of something else, such as a movement with two fingers. */
  cancel(): void
}

/** A movement shorter than this, in pixels of the screen, leaves no shape and moves nothing. */
export const movementMinPx = 4
