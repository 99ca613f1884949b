import { afterEach, expect, test } from 'vitest'
import { receiveDrawings } from '#app/boards/document/live-drawings.ts'
import type { Tool } from '#app/boards/drawing/board-view.ts'
import { openBoardTools } from '#tests/board-tools.ts'

const closing: (() => void)[] = []
afterEach(() => closing.splice(0).forEach((close) => close()))

type At = [x: number, y: number]

/** Asha uses the tools, and Ravi sees her unfinished drawings. */
function openTools() {
  const { boards, model, view, places, tools, close } = openBoardTools()
  const received = receiveDrawings(boards.ravi.live, () => undefined)
  closing.push(received.stop, close)
  const toPen = ([x, y]: At) => ({ x, y, pressure: 0.5 })
  const begin = (tool: Tool, [first = [0, 0], ...rest]: At[]) => {
    const gesture = tools.begin({ ...toPen(first), isPen: false }, tool)
    if (rest.length > 0) gesture?.move(rest.map(toPen))
    return gesture
  }
  return {
    model,
    view,
    places,
    begin,
    use: (tool: Tool, ...points: At[]) => begin(tool, points)?.end(),
    removeSelected: tools.removeSelected,
    undo: tools.undo,
    redo: tools.redo,
    elements: () => [...model.elements().values()],
    seenByRavi: () => [...received.list()].filter(({ isFinished }) => !isFinished),
    add: (element: Added) => model.add({ ...common, page: view.currentPage().id, ...element }),
  }
}

const common = { kind: 'text', text: 'Note', colour: 'ink', size: 20 } as const
type Added = { x: number; y: number; text?: string }

test.each(['rectangle', 'ellipse'] as const)('a %s is drawn between two corners in any order', (shape) => {
  const { use, elements, view } = openTools()
  view.change({ colour: 'red', size: 'thick' })
  use(shape, [90, 80], [50, 70], [10, 20])
  expect(elements()).toEqual([
    expect.objectContaining({ kind: 'shape', shape, x: 10, y: 20, width: 80, height: 60, colour: 'red', size: 9 }),
  ])
})

test.each([
  ['line', false],
  ['arrow', true],
] as const)('a %s connects its start and its end', (tool, arrow) => {
  const { use, elements } = openTools()
  use(tool, [90, 80], [300, 300], [10, 20])
  expect(elements()).toEqual([expect.objectContaining({ kind: 'line', x: 90, y: 80, dx: -80, dy: -60, arrow })])
})

test('a pen and a marker keep all points, and a marker is wide', () => {
  const { use, elements } = openTools()
  for (const tool of ['pen', 'marker'] as const) use(tool, [10, 10], [20, 15], [30, 10])
  const [pen, marker] = elements()
  expect(pen).toMatchObject({ kind: 'stroke', size: 4, pressure: false })
  expect(pen).not.toHaveProperty('marker')
  expect(marker).toMatchObject({ kind: 'stroke', size: 20, marker: true })
  for (const element of [pen, marker]) expect(element?.kind === 'stroke' && element.points).toHaveLength(3)
})

test('a press without movement draws a dot with the pen, and no shape', () => {
  const { use, elements } = openTools()
  for (const tool of ['rectangle', 'ellipse', 'line', 'arrow', 'laser'] as const) use(tool, [50, 50], [51, 51])
  expect(elements()).toEqual([])
  use('pen', [50, 50])
  expect(elements()).toMatchObject([{ kind: 'stroke', x: 50, y: 50 }])
})

test('the minimum size of a shape depends on the zoom', () => {
  const { use, elements, view } = openTools()
  view.zoom(4)
  use('line', [50, 50], [52, 50])
  expect(elements()).toHaveLength(1)
})

test('an eraser removes everything in its path, at any speed, as one step', () => {
  const { use, elements, add, model } = openTools()
  for (const x of [0, 200, 400]) add({ x, y: 0 })
  const kept = add({ x: 0, y: 300 })
  use('eraser', [-50, 10], [600, 10])
  expect(elements().map(({ id }) => id)).toEqual([kept])
  model.undo()
  expect(elements()).toHaveLength(4)
})

test('an eraser does not remove pictures or elements of other pages', () => {
  const { use, elements, add, model, view } = openTools()
  const page = view.currentPage().id
  const picture = '0199c0de-0000-7000-8000-0000000000a1'
  model.add({ kind: 'picture', page, picture, x: 0, y: 0, width: 100, height: 100 })
  add({ x: 0, y: 0 })
  view.showPage(model.addPage(page, { paper: 'plain' }) as string)
  use('eraser', [10, 10])
  expect(elements()).toHaveLength(2)
  view.showPage(page)
  use('eraser', [10, 10])
  expect(elements()).toMatchObject([{ kind: 'picture' }])
})

test('an eraser that is cancelled removes nothing, and does not change other steps or Redo', () => {
  const { begin, elements, add, model } = openTools()
  add({ x: 0, y: 0, text: 'Kept' })
  begin('eraser', [[500, 500]])?.cancel()
  expect(elements()).toHaveLength(1)
  const gesture = begin('eraser', [[10, 10]])
  // A picture arrives meanwhile.
  model.endStep()
  add({ x: 300, y: 300, text: 'Meanwhile' })
  gesture?.cancel()
  expect(elements()).toMatchObject([{ text: 'Kept' }, { text: 'Meanwhile' }])
  expect(model.canRedo()).toBe(false)
})

test('an eraser hides the elements in its path, and removes them when it is lifted', () => {
  const { begin, elements, add, view } = openTools()
  const [near, far] = [add({ x: 0, y: 0 }), add({ x: 0, y: 300 })]
  const gesture = begin('eraser', [[10, 10]])
  expect(view.state().erasing).toEqual(new Set([near]))
  expect(elements()).toHaveLength(2)
  gesture?.move([{ x: 10, y: 310, pressure: 0.5 }])
  expect(view.state().erasing).toEqual(new Set([near, far]))
  gesture?.end()
  expect([elements(), view.state().erasing]).toEqual([[], new Set()])
  begin('eraser', [[10, 10]])?.cancel()
  expect(view.state().erasing).toEqual(new Set())
})

test.each(['pen', 'eraser', 'move'] as const)('nothing is undone or redone while the %s is used', (tool) => {
  const { begin, elements, add, model, undo, redo } = openTools()
  add({ x: 300, y: 300, text: 'Redone' })
  model.endStep()
  add({ x: 0, y: 0 })
  undo()
  expect(elements()).toHaveLength(1)
  redo()
  undo()
  add({ x: 0, y: 0 })
  const gesture = begin(tool, [[10, 10]])
  undo()
  redo()
  expect(elements()).toHaveLength(2)
  gesture?.cancel()
  undo()
  expect(elements()).toMatchObject([{ text: 'Redone' }])
  redo()
  expect(elements()).toHaveLength(2)
})

test('the topmost element is moved, and moved back as one step', () => {
  const { begin, elements, add, model, view } = openTools()
  add({ x: 0, y: 0, text: 'Below' })
  const top = add({ x: 0, y: 0, text: 'Above' })
  const gesture = begin('move', [
    [10, 10],
    [20, 10],
    [40, 30],
  ])
  expect(view.state()).toMatchObject({ selected: top, movedBy: { x: 30, y: 20 } })
  expect(elements()).toMatchObject([{ x: 0 }, { x: 0 }])
  gesture?.end()
  expect(view.state()).toMatchObject({ selected: top, movedBy: null })
  expect(model.get(top)).toMatchObject({ x: 30, y: 20 })
  model.undo()
  expect(model.get(top)).toMatchObject({ x: 0, y: 0 })
})

test('a stroke is moved with all its points', () => {
  const { use, elements } = openTools()
  use('pen', [10, 10], [50, 10])
  use('move', [30, 10], [30, 60])
  const [stroke] = elements()
  expect(stroke?.kind === 'stroke' && stroke.points.map(([x, y]) => [x, y])).toEqual([
    [10, 60],
    [50, 60],
  ])
})

test('a tap selects, a second tap edits a text, and a tap on an empty place clears the selection', () => {
  const { use, begin, add, places, view } = openTools()
  const id = add({ x: 0, y: 0 })
  use('move', [10, 10])
  expect([view.state().selected, places]).toEqual([id, []])
  use('move', [10, 10])
  expect(places).toEqual([{ kind: 'text', x: 0, y: 0, id }])
  expect(begin('move', [[500, 500]])).toBeNull()
  expect(view.state().selected).toBeNull()
})

test('the selection is removed as one step, and choosing another tool clears it', () => {
  const { use, add, removeSelected, elements, view, model } = openTools()
  add({ x: 0, y: 0 })
  removeSelected()
  expect(elements()).toHaveLength(1)
  use('move', [10, 10])
  removeSelected()
  expect([elements(), view.state().selected]).toEqual([[], null])
  model.undo()
  use('move', [10, 10])
  view.change({ tool: 'pen' })
  expect(view.state().selected).toBeNull()
})

test('a tap with the text tool adds a text on an empty place, and edits an existing text', () => {
  const { use, add, places } = openTools()
  const id = add({ x: 0, y: 0 })
  use('text', [10, 10])
  use('text', [300.4, 200])
  use('formula', [10, 10])
  expect(places).toEqual([
    { kind: 'text', x: 0, y: 0, id },
    { kind: 'text', x: 300, y: 200, id: null },
    { kind: 'formula', x: 10, y: 10, id: null },
  ])
})

test('the other person sees a drawing grow, and one that is cancelled disappears', async () => {
  const { begin, elements, seenByRavi } = openTools()
  const gesture = begin('arrow', [
    [10, 10],
    [60, 40],
  ])
  await expect.poll(() => seenByRavi().map(({ kind, points }) => [kind, points.length])).toEqual([['arrow', 2]])
  gesture?.cancel()
  await expect.poll(seenByRavi).toEqual([])
  expect(elements()).toEqual([])
})

test('a very long stroke continues in a new element, and is undone in one step', () => {
  const { use, elements, model } = openTools()
  use('pen', ...Array.from({ length: 1_500 }, (_, index): At => [index, 0]))
  expect(elements()).toHaveLength(2)
  model.undo()
  expect(elements()).toEqual([])
})
