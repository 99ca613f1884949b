import { afterEach, expect, test } from 'vitest'
import type { BoardElement } from '#app/boards/document/elements.ts'
import { listenToPointers } from '#app/boards/drawing/pointer-input.ts'
import { openBoardTools } from '#tests/board-tools.ts'

const closing: (() => void)[] = []
afterEach(() => closing.splice(0).forEach((close) => close()))

type At = [x: number, y: number]
type Details = { pressure?: number; button?: number; buttons?: number; coalesced?: At[] }

/** A board with pointer input, without a browser. */
function openBoard({ canWrite = true } = {}) {
  const { model, view, tools, close } = openBoardTools()
  view.resize({ width: 400, height: 300 })
  const element = Object.assign(new EventTarget(), {
    setPointerCapture: () => undefined,
    getBoundingClientRect: () => ({ left: 0, top: 0 }),
  })
  const stop = listenToPointers({ element: element as never, view, tools, canWrite: () => canWrite })
  closing.push(stop, close)

  let pointers = 0
  const pointer = (pointerType: 'touch' | 'pen' | 'mouse', more: Details = {}) => {
    const pointerId = (pointers += 1)
    const send = (type: string, [clientX, clientY]: At, { coalesced = [], ...details }: Details = {}) => {
      const fields = { pointerId, pointerType, clientX, clientY, pressure: 0.5, button: 0, buttons: 1 }
      const getCoalescedEvents = () => coalesced.map(([x, y]) => ({ ...fields, clientX: x, clientY: y }))
      const event = Object.assign(new Event(type), fields, more, details, { getCoalescedEvents })
      element.dispatchEvent(event)
    }
    return {
      down: (at: At, details?: Details) => send('pointerdown', at, details),
      move: (at: At, details?: Details) => send('pointermove', at, details),
      up: (at: At) => send('pointerup', at),
      cancel: (at: At) => send('pointercancel', at),
    }
  }
  return {
    model,
    view,
    palm: () => pointer('touch'),
    finger: () => pointer('touch'),
    pen: (details?: Details) => pointer('pen', details),
    mouse: (details?: Details) => pointer('mouse', details),
    elements: () => [...model.elements().values()],
    /** The drawings of this person that are not finished. */
    unfinished: () => [...tools.drawings()],
  }
}

const pointsOf = (element: BoardElement | undefined) => (element?.kind === 'stroke' ? element.points : [])
const startOf = (element: BoardElement) => [element.x, element.y]

test('one finger draws until a pen is used', () => {
  const { finger, elements, view } = openBoard()
  const one = finger()
  one.down([10, 10])
  one.move([60, 60])
  one.up([60, 60])
  expect(elements().map(startOf)).toEqual([[10, 10]])
  expect(view.viewport()).toEqual({ x: 0, y: 0, zoom: 1 })
})

test('a palm that lands before the pen draws nothing, and the pen draws', () => {
  const { palm, pen, elements, unfinished, view } = openBoard()
  const [hand, tip] = [palm(), pen()]
  hand.down([200, 200])
  hand.move([203, 201])
  tip.down([50, 50])
  expect(unfinished()).toHaveLength(1)
  hand.move([240, 240])
  tip.move([90, 50])
  tip.up([90, 50])
  hand.move([260, 260])
  hand.up([260, 260])
  expect(elements().map(startOf)).toEqual([[50, 50]])
  expect(view.viewport()).toEqual({ x: 0, y: 0, zoom: 1 })
})

test('a palm that lands after the pen changes nothing, and two palms change nothing', () => {
  const { palm, pen, elements, view } = openBoard()
  const tip = pen()
  tip.down([50, 50])
  for (const hand of [palm(), palm()]) {
    hand.down([200, 200])
    hand.move([260, 220])
  }
  tip.move([90, 50])
  tip.up([90, 50])
  expect(elements().map(startOf)).toEqual([[50, 50]])
  expect(pointsOf(elements()[0])).toHaveLength(2)
  expect(view.viewport()).toEqual({ x: 0, y: 0, zoom: 1 })
})

test('two palms that land before the pen stop zooming when the pen touches', () => {
  const { palm, pen, elements, view } = openBoard()
  const [left, right, tip] = [palm(), palm(), pen()]
  left.down([200, 200])
  right.down([260, 200])
  tip.down([50, 50])
  right.move([320, 260])
  tip.move([90, 50])
  tip.up([90, 50])
  left.move([100, 100])
  expect(elements().map(startOf)).toEqual([[50, 50]])
  expect(view.viewport()).toEqual({ x: 0, y: 0, zoom: 1 })
})

test('a pen restores what the palm erased before it landed', () => {
  const { model, view, palm, pen, elements } = openBoard()
  const shown = () => elements().filter(({ id }) => !view.state().erasing.has(id))
  const [hand, tip] = [palm(), pen()]
  const line = { kind: 'line', page: view.currentPage().id, colour: 'ink', size: 4, arrow: false } as const
  model.add({ ...line, x: 200, y: 200, dx: 50, dy: 0 })
  model.add({ ...line, x: 20, y: 20, dx: 50, dy: 0 })
  view.change({ tool: 'eraser' })
  hand.down([220, 200])
  expect(shown().map(startOf)).toEqual([[20, 20]])
  tip.down([40, 20])
  expect(shown().map(startOf)).toEqual([[200, 200]])
  tip.up([40, 20])
  expect(elements().map(startOf)).toEqual([[200, 200]])
})

test('after a pen was used, one finger moves the page, and the pen draws immediately', () => {
  const { finger, pen, elements, view } = openBoard()
  const [first, one, tip] = [pen(), finger(), pen()]
  // The pen is near the screen, but does not touch it yet.
  first.move([10, 10], { buttons: 0 })
  one.down([100, 100])
  one.move([105, 100])
  expect(view.viewport()).toMatchObject({ x: 0, y: 0 })
  one.move([140, 100])
  expect(view.viewport()).toMatchObject({ x: -40, y: 0 })
  tip.down([50, 50])
  one.move([200, 200])
  tip.move([90, 50])
  tip.up([90, 50])
  one.up([200, 200])
  expect(view.viewport()).toMatchObject({ x: -40, y: 0 })
  expect(elements().map(startOf)).toEqual([[10, 50]])
})

test('fingers move the page again when the pen is lifted', () => {
  const { finger, pen, view, elements } = openBoard()
  const tip = pen()
  tip.down([50, 50])
  tip.up([50, 50])
  const one = finger()
  one.down([100, 100])
  one.move([130, 120])
  one.up([130, 120])
  expect(view.viewport()).toMatchObject({ x: -30, y: -20 })
  expect(elements()).toHaveLength(1)
})

test('the pressure of a pen is in the points, and a finger has none', () => {
  const { finger, pen, elements } = openBoard()
  const [one, tip] = [finger(), pen()]
  one.down([10, 10], { pressure: 1 })
  one.up([10, 10])
  tip.down([50, 50], { pressure: 0.2 })
  tip.move([60, 50], { pressure: 0.8 })
  tip.up([60, 50])
  const [byFinger, byPen] = elements()
  expect(byFinger).toMatchObject({ pressure: false })
  expect(pointsOf(byFinger)[0]?.[2]).toBeCloseTo(0.5, 1)
  expect(byPen).toMatchObject({ pressure: true })
  expect(pointsOf(byPen).map(([, , pressure]) => Math.round(pressure * 10) / 10)).toEqual([0.2, 0.8])
})

test('the eraser end of a pen erases, whatever the tool', () => {
  const { model, view, pen, elements } = openBoard()
  model.add({ kind: 'text', page: view.currentPage().id, x: 40, y: 40, text: 'Old', colour: 'ink', size: 24 })
  const eraser = pen({ button: 5, buttons: 32 })
  eraser.down([50, 50])
  eraser.up([50, 50])
  expect(elements()).toEqual([])
  expect(view.state().tool).toBe('pen')
})

test('points between two frames are not lost', () => {
  const { pen, elements } = openBoard()
  const tip = pen()
  tip.down([10, 10])
  tip.move([40, 10], {
    coalesced: [
      [20, 15],
      [30, 12],
      [40, 10],
    ],
  })
  tip.up([40, 10])
  expect(pointsOf(elements()[0]).map(([x, y]) => [x, y])).toEqual([
    [10, 10],
    [20, 15],
    [30, 12],
    [40, 10],
  ])
})

test('two fingers zoom around their middle and draw nothing', () => {
  const { finger, elements, unfinished, view } = openBoard()
  const [one, other] = [finger(), finger()]
  one.down([150, 150])
  one.move([152, 150])
  other.down([250, 150])
  other.move([350, 150])
  expect(view.viewport().zoom).toBeCloseTo(198 / 98, 1)
  one.up([150, 150])
  other.up([350, 150])
  expect(unfinished()).toEqual([])
  expect(elements()).toEqual([])
})

test('a finger that has drawn a line keeps it when the second one lands', () => {
  const { finger, elements } = openBoard()
  const [one, other] = [finger(), finger()]
  one.down([50, 50])
  one.move([150, 50])
  other.down([250, 150])
  expect(elements().map(startOf)).toEqual([[50, 50]])
})

test('the left button of a mouse draws, the middle one moves the page, the others do nothing', () => {
  const { mouse, elements, unfinished, view } = openBoard()
  for (const button of [2, 3, 4]) {
    const other = mouse({ button, buttons: 2 })
    other.down([50, 50])
    other.move([90, 50])
    expect(unfinished()).toEqual([])
    other.up([90, 50])
  }
  expect(elements()).toEqual([])
  expect(view.viewport()).toEqual({ x: 0, y: 0, zoom: 1 })
  const middle = mouse({ button: 1, buttons: 4 })
  middle.down([50, 50])
  middle.move([60, 50])
  middle.up([60, 50])
  expect(view.viewport()).toMatchObject({ x: -10 })
  const left = mouse()
  left.down([50, 50])
  left.up([50, 50])
  expect(elements().map(startOf)).toEqual([[40, 50]])
})

test('a gesture that the browser takes over draws nothing', () => {
  const { finger, elements, unfinished } = openBoard()
  const one = finger()
  one.down([50, 50])
  one.move([90, 50])
  one.cancel([90, 50])
  expect(unfinished()).toEqual([])
  expect(elements()).toEqual([])
})

test('on a board that cannot be changed every pointer moves the page', () => {
  const { pen, finger, elements, view } = openBoard({ canWrite: false })
  const one = finger()
  one.down([50, 50])
  one.move([70, 50])
  one.up([70, 50])
  const tip = pen()
  tip.down([50, 50])
  tip.move([70, 50])
  tip.up([70, 50])
  expect(view.viewport()).toMatchObject({ x: -40 })
  expect(elements()).toEqual([])
})
