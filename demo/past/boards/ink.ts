import type { Colour } from '#app/boards/document/elements.ts'
import type { InkPoint } from '#app/boards/document/points.ts'
import type { PastElement } from '#demo/past/boards/past-board.ts'

type Place = readonly [x: number, y: number]

/** A line that is drawn by hand, slightly uneven. */
export function ink(colour: Colour, places: Place[], size = 4): PastElement {
  const points = places.map(([x, y], index): InkPoint => {
    const shake = Math.sin(index * 1.7) * 0.6
    return [Math.round(x + shake), Math.round(y - shake), 0.5]
  })
  const [[x, y] = [0, 0]] = points
  return { kind: 'stroke', colour, size, x, y, pressure: false, points }
}

/** A wide line to mark something. */
export function marker(colour: Colour, places: Place[]): PastElement {
  const stroke = ink(colour, places, 20)
  return { ...stroke, marker: true } as PastElement
}

/** The places of a curve, at `count` equal steps from 0 to 1. */
export function curve(count: number, at: (part: number) => Place): Place[] {
  return Array.from({ length: count + 1 }, (_, index) => at(index / count))
}

export function arrow(colour: Colour, [x, y]: Place, [dx, dy]: Place): PastElement {
  return { kind: 'line', colour, size: 3, x, y, dx, dy, arrow: true }
}

export function line(colour: Colour, [x, y]: Place, [dx, dy]: Place): PastElement {
  return { kind: 'line', colour, size: 3, x, y, dx, dy, arrow: false }
}

export function text(colour: Colour, [x, y]: Place, words: string, size = 22): PastElement {
  return { kind: 'text', colour, size, x, y, text: words }
}

export function formula(colour: Colour, [x, y]: Place, tex: string, size = 24): PastElement {
  return { kind: 'formula', colour, size, x, y, tex }
}

export function rectangle(colour: Colour, [x, y]: Place, [width, height]: Place): PastElement {
  return { kind: 'shape', shape: 'rectangle', colour, size: 3, x, y, width, height }
}
