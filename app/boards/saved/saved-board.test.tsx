import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import * as Y from 'yjs'
import { toBase64 } from '#app/boards/document/base64.ts'
import { createBoardModel, firstPageId } from '#app/boards/document/board-model.ts'
import { SavedBoard } from '#app/boards/saved/saved-board.tsx'
import { boardPicturesMax } from '#kernel/limits.ts'
import { expectAccessible } from '#tests/accessible.ts'
import { textOf } from '#tests/read-element.ts'
import { openComponent } from '#tests/screen.tsx'
import { type Fetched, networkFailure, stubFetch } from '#tests/stub-fetch.ts'

const boardId = '0199c0de-0000-7000-8000-000000000001'

/** A board with an empty first page, and with a text and a formula on the second one. */
function fillBoard(): string {
  const doc = new Y.Doc()
  const model = createBoardModel(doc)
  const second = model.addPage(firstPageId, { paper: 'grid', title: 'Homework' }) ?? ''
  const style = { page: second, colour: 'ink', size: 24, x: 0 } as const
  model.add({ kind: 'text', text: 'F = m a', y: 0, ...style })
  model.add({ kind: 'formula', tex: '\\frac{a}{b}', y: 40, ...style })
  return toBase64(Y.encodeStateAsUpdate(doc))
}

function open(answer: (fetched: Fetched) => unknown) {
  const fetched = stubFetch(answer)
  const opened = openComponent(<SavedBoard source={{ boardId }} fileName="board" title="Board of May 04, 2026" />)
  return { ...opened, fetched }
}

const area = (page: number) =>
  screen.findByRole('application', { name: `Drawing of page ${page} of 2. Arrow keys move it, plus and minus zoom.` })

test('the first page with content is shown, and the pages can be turned by keyboard and by touch', async () => {
  const { user, fetched } = open(() => ({ last: 1, changes: [fillBoard()] }))
  const drawing = await area(2)
  expect(fetched.map(({ path, method }) => ({ path, method }))).toEqual([
    { path: `/boards/${boardId}/changes?after=0&parts=1`, method: 'GET' },
  ])
  expect(screen.getAllByRole('listitem').map(textOf)).toEqual(['F = m a', 'Formula: \\frac{a}{b}'])
  await expect.poll(() => drawing.querySelector('.katex-html')).not.toBeNull()
  await expectAccessible()
  await user.click(screen.getByRole('button', { name: 'Previous page' }))
  expect(textOf(await area(1))).toBe('This page is empty.')
  drawing.focus()
  await user.keyboard('{PageDown}')
  await area(2)
  expect(screen.getByRole('button', { name: 'Next page' })).toHaveProperty('disabled', true)
  for (const name of ['This page as PNG', 'All pages as PDF']) screen.getByRole('button', { name })
})

test('keys move the page, make it larger and smaller, and show all of it again', async () => {
  stubCanvas()
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(400)
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(300)
  const { user } = open(() => ({ last: 1, changes: [fillBoard()] }))
  const drawing = await area(2)
  await expect.poll(() => drawing.querySelector('.katex-html')).not.toBeNull()
  const place = () => {
    const transform = drawing.querySelector<HTMLElement>('.origin-top-left')?.style.transform ?? ''
    const [zoom, x, y] = /^scale\((.+)\) translate\((.+)px, (.+)px\)$/.exec(transform)?.slice(1).map(Number) ?? []
    return { zoom: zoom as number, x: x as number, y: y as number }
  }
  const fitted = place()
  drawing.focus()
  await user.keyboard('{ArrowLeft}{ArrowUp}{ArrowUp}')
  expect(place()).toEqual({ zoom: fitted.zoom, x: fitted.x + 60 / fitted.zoom, y: fitted.y + 120 / fitted.zoom })
  await user.keyboard('+')
  expect(place().zoom).toBeCloseTo(fitted.zoom * 1.25)
  await user.keyboard('--')
  expect(place().zoom).toBeCloseTo(fitted.zoom / 1.25)
  await user.keyboard('0')
  expect(place()).toEqual(fitted)
})

test('a lost connection is reported, and the board can be loaded again', async () => {
  let isLost = true
  const { user } = open(() => (isLost ? networkFailure() : { last: 1, changes: [fillBoard()] }))
  expect(textOf(await screen.findByRole('alert'))).toContain('Network error.')
  isLost = false
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  const drawing = await area(2)
  expect(screen.queryByRole('alert')).toBeNull()
  // The focus stays here although the button has gone.
  expect(document.activeElement?.contains(drawing)).toBe(true)
  expect(document.activeElement).not.toBe(document.body)
})

test('a refusal is shown', async () => {
  const refusal = { code: 'no_such_board', text: 'Board not found.' }
  open(() => Response.json({ refusal }, { status: 404 }))
  expect(textOf(await screen.findByRole('alert'))).toContain('Board not found.')
})

test('an invalid document is reported instead of shown', async () => {
  open(() => ({ last: 1, changes: [toBase64(new Uint8Array([1, 2, 3]))] }))
  await waitFor(() => expect(document.body.textContent).toContain('board cannot be read'))
})

const pictureId = '0199c0de-0000-7000-8000-0000000000a1'

/** A board whose only page is a picture. */
function fillPictureBoard(): string {
  const doc = new Y.Doc()
  const picture = { id: pictureId, width: 300, height: 200 }
  createBoardModel(doc).changePage(firstPageId, { picture, title: 'Homework' })
  return toBase64(Y.encodeStateAsUpdate(doc))
}

const onePage = () =>
  screen.findByRole('application', { name: 'Drawing of page 1 of 1. Arrow keys move it, plus and minus zoom.' })

test.each(['PNG', 'PDF'])('a %s says that this browser cannot draw it, or that a picture is missing', async (kind) => {
  const server = { status: 200 }
  const close = vi.fn<() => void>()
  vi.stubGlobal('createImageBitmap', () => Promise.resolve({ width: 300, height: 200, close }))
  const { user, fetched } = open(({ path }) =>
    path.startsWith('/board-pictures/')
      ? new Response('picture', { status: server.status })
      : { last: 1, changes: [fillPictureBoard()] },
  )
  await onePage()
  const alertAfterDownload = async () => {
    await user.click(screen.getByRole('button', { name: kind }))
    return textOf(await screen.findByRole('alert'))
  }
  // This browser has no canvas.
  const noCanvas =
    '“Homework” could not be drawn: this browser does not have enough memory. Close other tabs and try again.'
  expect(await alertAfterDownload()).toBe(noCanvas)
  expect(close).toHaveBeenCalledTimes(1)
  stubCanvas({ toBlob: (done: (blob: null) => void) => done(null) })
  expect(await alertAfterDownload()).toBe(noCanvas)
  expect(close).toHaveBeenCalledTimes(2)
  server.status = 503
  expect(await alertAfterDownload()).toBe(
    '“Homework” could not be drawn, because a picture on it could not be loaded. Please try again.',
  )
  expect(fetched.at(-1)?.path).toBe(`/board-pictures/${pictureId}`)
})

test('while one file is being created, the other one waits', async () => {
  stubCanvas()
  let answerPicture = (_answer: Response): void => undefined
  const { user } = open(({ path }) =>
    path.startsWith('/board-pictures/')
      ? new Promise<Response>((resolve) => (answerPicture = resolve))
      : { last: 1, changes: [fillPictureBoard()] },
  )
  await onePage()
  const [png, pdf] = ['PNG', 'PDF'].map((name) => screen.getByRole<HTMLButtonElement>('button', { name }))
  await user.click(pdf as HTMLButtonElement)
  expect([png?.disabled, pdf?.disabled, pdf?.getAttribute('aria-busy')]).toEqual([true, false, 'true'])
  answerPicture(new Response('', { status: 503 }))
  await screen.findByRole('alert')
  expect([png?.disabled, pdf?.disabled, pdf?.getAttribute('aria-busy')]).toEqual([false, false, null])
})

test('invented picture ids are limited in number and not kept', async () => {
  stubCanvas({ toBlob: (done: (blob: null) => void) => done(null) })
  const bitmaps = { open: 0, most: 0 }
  vi.stubGlobal('createImageBitmap', () => {
    bitmaps.open += 1
    bitmaps.most = Math.max(bitmaps.most, bitmaps.open)
    return Promise.resolve({ width: 9, height: 9, close: () => (bitmaps.open -= 1) })
  })
  const doc = new Y.Doc()
  const model = createBoardModel(doc)
  for (let n = 0; n < 200; n += 1) {
    const picture = `0199c0de-0000-7000-8000-${String(n).padStart(12, '0')}`
    model.add({ kind: 'picture', page: firstPageId, picture, x: n, y: 0, width: 9, height: 9 })
  }
  const changes = [toBase64(Y.encodeStateAsUpdate(doc))]
  const { user, fetched } = open(({ path }) =>
    path.startsWith('/board-pictures/') ? new Response('picture') : { last: 1, changes },
  )
  await onePage()
  await user.click(screen.getByRole('button', { name: 'PNG' }))
  await screen.findByRole('alert')
  expect(fetched.filter(({ path }) => path.startsWith('/board-pictures/'))).toHaveLength(boardPicturesMax)
  expect(bitmaps).toEqual({ open: 0, most: boardPicturesMax })
})

test('changes that the page already has are shown without a request', async () => {
  const fetched = stubFetch(networkFailure)
  openComponent(<SavedBoard source={{ changes: [fillBoard()] }} fileName="board" title="Board" />)
  await area(2)
  expect(fetched).toEqual([])
})

/** Stubs a canvas that accepts every call. These tests do not check the drawn pixels. */
function stubCanvas(methods: { toBlob?(done: (blob: null) => void): void } = {}) {
  const context = new Proxy({}, { get: () => () => undefined, set: () => true })
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context as never)
  if (methods.toBlob) vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation(methods.toBlob as never)
}
