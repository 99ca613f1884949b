import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import * as Y from 'yjs'
import { toBase64 } from '#app/boards/document/base64.ts'
import { createBoardModel, firstPageId } from '#app/boards/document/board-model.ts'
import { SavedBoard } from '#app/boards/saved/saved-board.tsx'
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

test('the first page with something on it is shown, and the pages can be turned by keyboard and by hand', async () => {
  const { user, fetched } = open(() => ({ last: 1, changes: [fillBoard()] }))
  const drawing = await area(2)
  expect(fetched.map(({ path, method }) => ({ path, method }))).toEqual([
    { path: `/boards/${boardId}/changes?after=0&parts=1`, method: 'GET' },
  ])
  expect(screen.getAllByRole('listitem').map(textOf)).toEqual(['F = m a', 'Formula: \\frac{a}{b}'])
  await expect.poll(() => drawing.querySelector('.katex-html')).not.toBeNull()
  await expectAccessible()
  await user.click(screen.getByRole('button', { name: 'Previous page' }))
  expect(textOf(await area(1))).toBe('Nothing is on this page.')
  drawing.focus()
  await user.keyboard('{PageDown}')
  await area(2)
  for (const key of ['{ArrowLeft}', '+', '-', '0']) await user.keyboard(key)
  expect(screen.getByRole('button', { name: 'Next page' })).toHaveProperty('disabled', true)
  for (const name of ['This page as PNG', 'All pages as PDF']) screen.getByRole('button', { name })
})

test('a lost line is reported, and the board can be loaded again', async () => {
  let isLost = true
  const { user } = open(() => (isLost ? networkFailure() : { last: 1, changes: [fillBoard()] }))
  expect(textOf(await screen.findByRole('alert'))).toContain('Network error.')
  isLost = false
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await area(2)
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a refusal is shown', async () => {
  const refusal = { code: 'no_such_board', text: 'Board not found.' }
  open(() => Response.json({ refusal }, { status: 404 }))
  expect(textOf(await screen.findByRole('alert'))).toContain('Board not found.')
})

test('a document that is no document is reported instead of shown', async () => {
  open(() => ({ last: 1, changes: [toBase64(new Uint8Array([1, 2, 3]))] }))
  await waitFor(() => expect(document.body.textContent).toContain('board cannot be read'))
})

test('a file that cannot be made says so', async () => {
  const { user } = open(() => ({ last: 1, changes: [fillBoard()] }))
  await area(2)
  // This browser has no canvas.
  await user.click(screen.getByRole('button', { name: 'All pages as PDF' }))
  expect(textOf(await screen.findByRole('alert'))).toContain('could not be')
})

test('changes that the page already has are shown without a request', async () => {
  const fetched = stubFetch(networkFailure)
  openComponent(<SavedBoard source={{ changes: [fillBoard()] }} fileName="board" title="Board" />)
  await area(2)
  expect(fetched).toEqual([])
})
