import { afterEach, expect, test } from 'vitest'
import { listenToKeys, shownKeyCursor } from '#app/boards/drawing/key-input.ts'
import { openBoardTools } from '#tests/board-tools.ts'

const closing: (() => void)[] = []
afterEach(() => closing.splice(0).forEach((close) => close()))

/** A board of 400 by 300 pixels with keyboard input, without a browser. */
function openBoard({ canWrite = true } = {}) {
  const { boards, model, view, places, tools, close } = openBoardTools()
  view.resize({ width: 400, height: 300 })
  const element = new EventTarget()
  const person = { canWrite }
  const stop = listenToKeys({ element: element as never, view, tools, canWrite: () => person.canWrite })
  closing.push(stop, close)
  const send = (type: string, fields: object = {}) => {
    const event = Object.assign(new Event(type, { cancelable: true }), fields)
    element.dispatchEvent(event)
    return event.defaultPrevented
  }
  return {
    model,
    view,
    places,
    person,
    /** Returns whether the board handles the key. */
    press: (key: string, held: object = {}) => send('keydown', { key, ...held }),
    release: (key: string) => send('keyup', { key }),
    stop,
    focus: () => send('focus'),
    blur: () => send('blur'),
    touch: () => send('pointerdown'),
    elements: () => [...model.elements().values()],
    unfinished: () => [...tools.drawings()],
    sentCursor: () => boards.asha.presence.getLocalState()?.cursor,
  }
}

test('the cursor starts in the middle when the focus arrives by keyboard, and the other person sees it', () => {
  const { view, press, release, blur, touch, sentCursor } = openBoard()
  expect(view.state().keyCursor).toBeNull()
  release('Tab')
  expect(view.state().keyCursor).toEqual({ x: 200, y: 150 })
  press('ArrowRight')
  press('ArrowUp', { shiftKey: true })
  expect(view.state().keyCursor).toEqual({ x: 210, y: 90 })
  expect(sentCursor()).toMatchObject({ x: 210, y: 90 })
  blur()
  expect(sentCursor()).toBeNull()
  touch()
  expect(view.state().keyCursor).toBeNull()
})

test('the cursor is shown only while the drawing area has the focus, and keeps its position', () => {
  const { view, press, focus, blur, stop } = openBoard()
  press('ArrowRight')
  expect(shownKeyCursor(view.state())).toEqual({ x: 210, y: 150 })
  blur()
  expect(shownKeyCursor(view.state())).toBeNull()
  focus()
  expect(shownKeyCursor(view.state())).toEqual({ x: 210, y: 150 })
  // The code is shown instead of the board.
  stop()
  expect(shownKeyCursor(view.state())).toBeNull()
})

test('beyond the edge the page moves, and with Ctrl or Command it always moves', () => {
  const { view, press } = openBoard()
  for (let step = 0; step < 4; step += 1) press('ArrowLeft', { shiftKey: true })
  expect(view.state().keyCursor).toEqual({ x: 0, y: 150 })
  expect(view.viewport()).toMatchObject({ x: -40, y: 0 })
  press('ArrowDown', { ctrlKey: true })
  press('ArrowRight', { metaKey: true })
  expect(view.state().keyCursor).toEqual({ x: 0, y: 150 })
  expect(view.viewport()).toMatchObject({ x: 20, y: 60 })
})

test('Enter starts and ends every drawing tool, and Escape cancels it', () => {
  for (const tool of ['pen', 'marker', 'line', 'arrow', 'rectangle', 'ellipse'] as const) {
    const { view, press, elements, unfinished } = openBoard()
    view.change({ tool })
    press('Enter')
    press('ArrowRight', { shiftKey: true })
    expect(unfinished()).toHaveLength(1)
    press('Escape')
    expect([unfinished(), elements()]).toEqual([[], []])
    press('Enter')
    press('Enter', { repeat: true })
    press('ArrowLeft', { shiftKey: true })
    press('ArrowDown')
    press('Enter')
    expect(elements()).toHaveLength(1)
    expect(view.state().keyTool).toBeNull()
  }
})

test('the laser shows a trace that is not stored', () => {
  const { view, press, elements, unfinished } = openBoard()
  view.change({ tool: 'laser' })
  press('Enter')
  press('ArrowRight')
  expect(unfinished()).toMatchObject([{ kind: 'laser', isFinished: false }])
  press('Enter')
  expect(unfinished()).toMatchObject([{ isFinished: true }])
  expect(elements()).toEqual([])
})

test('the text and formula tools open their box at the cursor', () => {
  const { view, press, places } = openBoard()
  for (const tool of ['text', 'formula'] as const) {
    view.change({ tool })
    press('Enter')
  }
  expect(places).toEqual([
    { kind: 'text', x: 200, y: 150, id: null },
    { kind: 'formula', x: 200, y: 150, id: null },
  ])
})

test('Escape puts back a moved element, and a second Escape clears the selection', () => {
  const { view, model, press, elements } = openBoard()
  const page = view.currentPage().id
  const id = model.add({ kind: 'text', page, x: 200, y: 140, text: 'Here', colour: 'ink', size: 24 })
  view.change({ tool: 'move' })
  press('Enter')
  press('ArrowRight')
  expect(view.state().movedBy).toEqual({ x: 10, y: 0 })
  press('Escape')
  expect(elements()).toMatchObject([{ x: 200 }])
  expect(view.state()).toMatchObject({ selected: id, movedBy: null })
  press('Escape')
  expect(view.state().selected).toBeNull()
  expect(press('Escape')).toBe(false)
})

test('leaving the board keeps an unfinished drawing and opens nothing', () => {
  const { view, model, press, blur, elements, places } = openBoard()
  view.change({ tool: 'line' })
  press('Enter')
  press('ArrowRight')
  blur()
  expect(elements()).toMatchObject([{ kind: 'line', dx: 10 }])
  model.add({ kind: 'text', page: view.currentPage().id, x: 200, y: 140, text: 'Here', colour: 'ink', size: 24 })
  view.change({ tool: 'move' })
  press('Enter')
  blur()
  expect(places).toEqual([])
})

test('other keys are left to the call', () => {
  const { press } = openBoard()
  for (const key of [' ', 'm', 'Tab', 'F5']) expect(press(key)).toBe(false)
  expect(press('ArrowLeft', { altKey: true })).toBe(false)
  expect(press('z', { ctrlKey: true })).toBe(false)
})

test('on a read-only board, arrow keys move the page, and an unfinished drawing is removed', () => {
  const { view, press, person, elements, unfinished } = openBoard()
  press('Enter')
  person.canWrite = false
  press('ArrowRight')
  press('Enter')
  press('Delete')
  expect(view.viewport()).toMatchObject({ x: 60 })
  expect([elements(), unfinished()]).toEqual([[], []])
})
