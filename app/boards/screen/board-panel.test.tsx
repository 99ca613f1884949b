// oxlint-disable no-console -- the mock of quiet-console.ts
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import * as Y from 'yjs'
import { fromBase64, toBase64 } from '#app/boards/document/base64.ts'
import { createBoardModel, firstPageId } from '#app/boards/document/board-model.ts'
import type { ByteChannel } from '#app/boards/document/board-channel.ts'
import BoardPanel from '#app/boards/screen/board-panel.tsx'
import { refusals } from '#kernel/refusals.ts'
import { expectAccessible } from '#tests/accessible.ts'
import { createChannels, openBoardOf } from '#tests/board-pages.ts'
import { readElement, textOf } from '#tests/read-element.ts'
import { goBack } from '#tests/request-dialog.tsx'
import { openComponent } from '#tests/screen.tsx'
import { type Fetched, stubFetch } from '#tests/stub-fetch.ts'

const boardId = '0199c0de-0000-7000-8000-000000000001'

/** The board of a session on the server, where the other person may have written. */
function startServer(fill: (model: ReturnType<typeof createBoardModel>) => void = () => undefined) {
  const doc = new Y.Doc()
  fill(createBoardModel(doc))
  const server = { doc, refusal: null as null | 'board_full' }
  const answer = ({ method, body }: Fetched) => {
    if (method === 'GET') return { last: 1, changes: [toBase64(Y.encodeStateAsUpdate(doc))] }
    if (server.refusal) {
      const { status, text } = refusals[server.refusal]
      return Response.json({ refusal: { code: server.refusal, text } }, { status })
    }
    Y.applyUpdate(doc, fromBase64((body as { data: string }).data))
    return { last: 2 }
  }
  return Object.assign(server, { answer })
}

type Options = { canWrite?: boolean; channel?: ByteChannel | null }

async function openBoard(answer: (fetched: Fetched) => unknown, { canWrite = true, channel = null }: Options = {}) {
  const fetched = stubFetch(answer)
  const closed: string[] = []
  const opened = openComponent(
    <BoardPanel
      boardId={boardId}
      otherName="Ravi Nair"
      channel={channel}
      canWrite={canWrite}
      questionFile={null}
      screen={null}
      onClose={() => closed.push('closed')}
    />,
  )
  const panel = readElement(await screen.findByRole('region', { name: 'Board' }))
  return { ...opened, fetched, closed, panel }
}

const drawingArea = () => screen.findByRole('application', { name: 'Drawing area, page 1 of 1' })
const radio = (name: string) => screen.getByRole<HTMLInputElement>('radio', { name })
/** Waits until the server has stored these elements. */
const expectStored = ({ doc }: { doc: Y.Doc }, elements: object[]) => {
  const read = () => Object.values<object>(doc.getMap('elements').toJSON())
  return waitFor(() => expect(read()).toEqual(elements.map((one) => expect.objectContaining(one))))
}
const texts = () => screen.queryAllByRole('listitem').map((item) => textOf(item))

test('an empty board explains its purpose, is accessible, and can be closed', async () => {
  const { panel, user, closed } = await openBoard(startServer().answer)
  const area = await drawingArea()
  expect(textOf(panel.element)).toContain('Draw or write here. Ravi Nair sees it immediately')
  expect(textOf(panel.element)).toContain('Saved')
  expect(radio('Pen').getAttribute('aria-checked')).toBe('true')
  await expectAccessible(panel.element)
  await user.tab()
  expect(panel.element.contains(document.activeElement)).toBe(true)
  expect(area.tabIndex).toBe(0)
  await user.click(panel.getByRole('button', { name: 'Close the board' }))
  expect(closed).toEqual(['closed'])
})

test('tools are chosen by arrow keys, by numbers and by pressing them', async () => {
  const { user } = await openBoard(startServer().answer)
  const area = await drawingArea()
  radio('Pen').focus()
  await user.keyboard('{ArrowRight}')
  expect(document.activeElement).toBe(radio('Marker'))
  expect(radio('Marker').getAttribute('aria-checked')).toBe('true')
  await user.keyboard('{ArrowLeft}{ArrowLeft}')
  expect(document.activeElement).toBe(radio('Move'))
  area.focus()
  await user.keyboard('0')
  expect(radio('Laser pointer').getAttribute('aria-checked')).toBe('true')
  await user.keyboard('.')
  expect(radio('Move').getAttribute('aria-checked')).toBe('true')
  // Letters are shortcuts of the call.
  const shortcuts = screen.getAllByRole('radio').map((choice) => choice.getAttribute('aria-keyshortcuts') ?? '')
  expect(shortcuts.filter((key) => /[a-z]/i.test(key))).toEqual([])
  await user.click(radio('Red'))
  await user.click(radio('Thick'))
  expect([radio('Red'), radio('Thick')].every((choice) => choice.getAttribute('aria-checked') === 'true')).toBe(true)
})

test('a text is written by keyboard alone, appears in the text list, is undone and stored', async () => {
  const server = startServer()
  const { user, panel } = await openBoard(server.answer)
  const area = await drawingArea()
  area.focus()
  await user.keyboard('4{Enter}')
  const box = screen.getByRole('textbox', { name: 'Text' })
  expect(document.activeElement).toBe(box)
  // While typing, numbers are text and do not select tools.
  await user.keyboard('F = 2 m a')
  await expectAccessible(panel.element)
  await user.keyboard('{Control>}{Enter}{/Control}')
  expect(document.activeElement).toBe(area)
  expect(texts()).toEqual(['F = 2 m a'])
  await waitFor(() => expect(server.doc.getMap('elements').size).toBe(1))
  await user.keyboard('{Control>}z{/Control}')
  expect(texts()).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Redo' }))
  expect(texts()).toEqual(['F = 2 m a'])
})

test('an arrow is drawn, erased and restored by keyboard alone', async () => {
  const server = startServer()
  const { user, panel } = await openBoard(server.answer)
  const area = await drawingArea()
  area.focus()
  expect(panel.element.querySelector('[data-key-cursor]')).toBeNull()
  await user.keyboard('7{Enter}')
  expect(panel.element.querySelector('[data-key-cursor]')).not.toBeNull()
  expect(textOf(panel.element)).toContain('Arrow keys draw, Enter ends, Escape cancels.')
  await user.keyboard('{Shift>}{ArrowRight}{ArrowRight}{/Shift}{ArrowDown}{Enter}')
  await expectStored(server, [{ dx: 120, dy: 10, arrow: true }])
  await expectAccessible(panel.element)
  // The cursor is at the tip.
  await user.keyboard('3{Enter}{ArrowLeft}{Enter}')
  await expectStored(server, [])
  await user.keyboard('{Control>}z{/Control}')
  await expectStored(server, [{ arrow: true }])
  // A drawing that is cancelled leaves nothing to undo.
  await user.keyboard('1{Enter}{ArrowUp}{ArrowUp}{Escape}{Control>}z{/Control}')
  await expectStored(server, [])
})

test('the cursor of the keyboard and its hint are shown only while the drawing area has the focus', async () => {
  const { user, panel } = await openBoard(startServer().answer)
  const area = await drawingArea()
  const isShown = () => [
    panel.element.querySelector('[data-key-cursor]') !== null,
    panel.queryByText(/^Enter: Pen/) !== null,
  ]
  act(() => area.focus())
  await user.keyboard('{ArrowRight}')
  expect(isShown()).toEqual([true, true])
  await user.tab()
  expect(document.activeElement).not.toBe(area)
  expect(isShown()).toEqual([false, false])
  await user.tab({ shift: true })
  expect(document.activeElement).toBe(area)
  expect(isShown()).toEqual([true, true])
})

test('a text is moved, edited and deleted by keyboard alone', async () => {
  const server = startServer((model) => {
    model.add({ kind: 'text', page: firstPageId, x: 0, y: 0, text: 'Draft', colour: 'ink', size: 24 })
  })
  const { user } = await openBoard(server.answer)
  const area = await drawingArea()
  area.focus()
  await user.keyboard('.{Enter}{Shift>}{ArrowRight}{/Shift}{ArrowDown}{Enter}')
  await expectStored(server, [{ x: 60, y: 10, text: 'Draft' }])
  await user.keyboard('{Enter}{Enter}')
  const box = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Text' })
  expect([document.activeElement, box.value]).toEqual([box, 'Draft'])
  await user.keyboard(' two{Control>}{Enter}{/Control}')
  expect(document.activeElement).toBe(area)
  expect(texts()).toEqual(['Draft two'])
  await user.keyboard('{Delete}')
  expect(texts()).toEqual([])
})

test('each text written by keyboard is placed below the last one', async () => {
  const server = startServer()
  const { user } = await openBoard(server.answer)
  const area = await drawingArea()
  area.focus()
  for (const word of ['one', 'two', 'three']) await user.keyboard(`4{Enter}${word}{Control>}{Enter}{/Control}`)
  expect(texts()).toEqual(['one', 'two', 'three'])
})

test('the selection can be deleted by touch', async () => {
  const server = startServer((model) => {
    model.add({ kind: 'picture', page: firstPageId, x: 0, y: 0, width: 50, height: 50, picture: boardId })
  })
  const { user, panel } = await openBoard(server.answer)
  const area = await drawingArea()
  expect(panel.queryByRole('button', { name: 'Delete' })).toBeNull()
  await user.click(radio('Move'))
  await user.pointer([
    { keys: '[TouchA>]', target: area, coords: { clientX: 20, clientY: 20 } },
    { keys: '[/TouchA]', target: area, coords: { clientX: 20, clientY: 20 } },
  ])
  await user.click(await panel.findByRole('button', { name: 'Delete' }))
  expect(document.activeElement).toBe(area)
  expect(panel.queryByRole('button', { name: 'Delete' })).toBeNull()
  await expectStored(server, [])
})

test('a board that is refused can be loaded again', async () => {
  const { answer } = startServer()
  let isRefused = true
  const { text, status } = refusals.not_signed_in
  const refused = { refusal: { code: 'not_signed_in', text } }
  const { user, panel } = await openBoard((fetched) =>
    isRefused ? Response.json(refused, { status }) : answer(fetched),
  )
  expect(textOf(await screen.findByRole('alert'))).toContain(text)
  await expectAccessible(panel.element)
  await user.click(panel.getByRole('button', { name: 'Try again' }))
  await screen.findByRole('alert')
  isRefused = false
  await user.click(await screen.findByRole('button', { name: 'Try again' }))
  expect(document.activeElement).toBe(panel.element)
  expect(await drawingArea()).toBeTruthy()
})

test('Escape closes the text box without adding a text', async () => {
  const { user } = await openBoard(startServer().answer)
  const area = await drawingArea()
  area.focus()
  await user.keyboard('4{Enter}something{Escape}')
  expect(screen.queryByRole('textbox')).toBeNull()
  expect(texts()).toEqual([])
})

test('texts, formulas and titles of all pages are a list for screen readers', async () => {
  const { panel } = await openBoard(
    startServer((model) => {
      const common = { page: firstPageId, x: 0, colour: 'ink', size: 24 } as const
      model.add({ ...common, kind: 'formula', y: 90, tex: 'x^2' })
      model.add({ ...common, kind: 'text', y: 10, text: '<img src=x onerror=alert(1)>' })
      model.addPage(firstPageId, { paper: 'grid', title: 'homework.pdf, page 1' })
    }).answer,
  )
  await screen.findByRole('application', { name: 'Drawing area, page 1 of 2' })
  const list = readElement(panel.getByRole('region', { name: 'Text on the board' }))
  expect(textOf(list.element)).toContain('Page 2: homework.pdf, page 1')
  // Screen readers announce additions of the other person.
  expect(list.element.getAttribute('aria-live')).toBe('polite')
  expect(texts()).toEqual(['<img src=x onerror=alert(1)>', 'Formula: x^2'])
  await waitFor(() => expect(panel.element.querySelector('.katex')).not.toBeNull())
  expect(panel.element.querySelector('img')).toBeNull()
})

test('pages are added, changed and removed', async () => {
  const { user, panel } = await openBoard(startServer().answer)
  await drawingArea()
  await user.click(panel.getByRole('button', { name: 'Add a page' }))
  expect(screen.getByRole('application', { name: 'Drawing area, page 2 of 2' })).toBeTruthy()
  await user.click(panel.getByRole('button', { name: 'Previous page' }))
  expect(panel.getByRole<HTMLButtonElement>('button', { name: 'Previous page' }).disabled).toBe(true)
  await user.click(panel.getByRole('button', { name: 'Next page' }))
  await user.click(panel.getByRole('button', { name: 'More board actions' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Delete this page' }))
  expect(screen.getByRole('application', { name: 'Drawing area, page 1 of 1' })).toBeTruthy()
})

test('a change that the server refuses is explained, and stays on the board', async () => {
  const server = startServer()
  server.refusal = 'board_full'
  const { user, panel } = await openBoard(server.answer)
  const area = await drawingArea()
  area.focus()
  await user.keyboard('4{Enter}too much{Control>}{Enter}{/Control}')
  expect(textOf(panel.element)).toContain('Saving…')
  await waitFor(() => expect(textOf(panel.element)).toContain('Not saved. This board is full.'))
  expect(texts()).toEqual(['too much'])
  server.refusal = null
  await user.click(panel.getByRole('button', { name: 'Retry' }))
  await waitFor(() => expect(panel.queryByRole('button', { name: 'Retry' })).toBeNull())
  expect(document.activeElement).toBe(panel.element)
})

test('a board that may not be read says why, and can be closed', async () => {
  const { status, text } = refusals.no_such_board
  const { panel } = await openBoard(() => Response.json({ refusal: { code: 'no_such_board', text } }, { status }))
  expect(textOf(await panel.findByRole('alert'))).toContain(text)
  expect(panel.getByRole('button', { name: 'Close the board' })).toBeTruthy()
})

test('a board that cannot be changed shows no tools', async () => {
  const { panel } = await openBoard(startServer().answer, { canWrite: false })
  const area = await drawingArea()
  area.focus()
  expect(textOf(panel.element)).toContain('This page is empty.')
  expect(screen.queryByRole('radiogroup')).toBeNull()
  expect(panel.getByRole<HTMLButtonElement>('button', { name: 'Add a page' }).disabled).toBe(true)
})

// Before the tests that open the code pad, because its code is loaded once.
test('a code pad that cannot be loaded is offered again, and the drawing stays', async () => {
  // React reports the failure.
  vi.mocked(console.error).mockImplementation(() => undefined)
  const file = '#app/boards/code/code-pad.tsx'
  vi.doMock(file, () => Promise.reject(new TypeError('Failed to fetch dynamically imported module')))
  const { user, panel } = await openBoard(startServer().answer)
  await drawingArea()
  await user.click(panel.getByRole('tab', { name: 'Code' }))
  expect(textOf(await panel.findByRole('alert'))).toContain('The code pad could not be loaded.')
  await user.click(panel.getByRole('tab', { name: 'Board' }))
  expect(await drawingArea()).toBeTruthy()
  vi.doUnmock(file)
  await user.click(panel.getByRole('tab', { name: 'Code' }))
  expect(await screen.findByRole('textbox', { name: 'Code' })).toBeTruthy()
  vi.mocked(console.error).mockClear()
})

test('the second tab shows the code, and the page and its undo history stay meanwhile', async () => {
  const { user, panel } = await openBoard(startServer().answer)
  await drawingArea()
  await user.click(panel.getByRole('button', { name: 'Add a page' }))
  await user.click(panel.getByRole('tab', { name: 'Code' }))
  expect(await screen.findByRole('textbox')).toBeTruthy()
  expect(panel.getByRole('button', { name: 'Close the board' })).toBeTruthy()
  await user.click(panel.getByRole('tab', { name: 'Board' }))
  expect(await screen.findByRole('application', { name: 'Drawing area, page 2 of 2' })).toBeTruthy()
  await user.click(panel.getByRole('button', { name: 'Undo' }))
  expect(screen.getByRole('application', { name: 'Drawing area, page 1 of 1' })).toBeTruthy()
})

test('the tab of the other person is shown while it differs from the own tab', async () => {
  const [left, right] = createChannels()
  const { user, panel } = await openBoard(startServer().answer, { channel: left })
  await drawingArea()
  const other = openBoardOf(right)
  const ownTab = () => [...other.presence.getStates()].find(([client]) => client !== other.presence.clientID)?.[1].tab
  await waitFor(() => expect(ownTab()).toBe('board'))
  expect(textOf(panel.element)).not.toContain('Ravi Nair is')
  act(() => other.presence.setLocalStateField('tab', 'code'))
  expect(await panel.findByText(/is in Code$/)).toBeTruthy()
  await expectAccessible(panel.element)
  await user.click(panel.getByRole('tab', { name: 'Code' }))
  expect(panel.queryByText(/is in Code$/)).toBeNull()
  await waitFor(() => expect(ownTab()).toBe('code'))
  act(() => other.presence.setLocalStateField('tab', 'board'))
  expect(await panel.findByText(/is on Board$/)).toBeTruthy()
  // A page of another version may send anything.
  act(() => other.presence.setLocalStateField('tab', { toString: 'code' }))
  await waitFor(() => expect(panel.queryByText(/is on Board$/)).toBeNull())
  act(() => other.close())
})

test.each([
  ['closes the board on a phone', true],
  ['leaves the page on a wide screen', false],
])('the back button %s', async (_what, isPhone) => {
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (query) => ({ matches: isPhone && query.includes('max-width') }) as MediaQueryList,
  )
  vi.spyOn(history, 'back').mockImplementation(goBack)
  const { closed } = await openBoard(startServer().answer)
  await drawingArea()
  act(goBack)
  expect(closed).toEqual(isPhone ? ['closed'] : [])
  cleanup()
})

test('on a phone the back button first closes what is open above the board', async () => {
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (query) => ({ matches: query.includes('max-width') }) as MediaQueryList,
  )
  vi.spyOn(history, 'back').mockImplementation(goBack)
  const { closed, user, panel } = await openBoard(startServer().answer)
  const area = await drawingArea()
  act(() => area.focus())
  await user.keyboard('4{Enter}half a sentence')
  // The keyboard of the phone is hidden, and the focus with it.
  act(() => screen.getByRole('textbox').blur())
  act(goBack)
  expect([screen.queryByRole('textbox'), closed]).toEqual([null, []])
  await user.click(panel.getByRole('button', { name: 'More board actions' }))
  await screen.findByRole('menu')
  act(goBack)
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
  expect(closed).toEqual([])
  act(goBack)
  expect(closed).toEqual(['closed'])
  cleanup()
})
