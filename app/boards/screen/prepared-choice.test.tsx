// oxlint-disable no-console -- the mock of quiet-console.ts
import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import * as Y from 'yjs'
import { toBase64 } from '#app/boards/document/base64.ts'
import { createBoardModel, firstPageId } from '#app/boards/document/board-model.ts'
import BoardPanel from '#app/boards/screen/board-panel.tsx'
import { refusals } from '#kernel/refusals.ts'
import { expectAccessible } from '#tests/accessible.ts'
import { readElement, textOf } from '#tests/read-element.ts'
import { openComponent, toastText } from '#tests/screen.tsx'
import { type Fetched, networkFailure, stubFetch } from '#tests/stub-fetch.ts'
import { ravi } from '#tests/viewers.ts'

const boardId = '0199c0de-0000-7000-8000-000000000001'
const prepared = { id: '0199c0de-0000-7000-8000-00000000b0a1', name: 'Integration', changedAt: '2026-05-04T05:00:00Z' }

type Server = { boards: (typeof prepared)[] | 'down'; refusal?: 'board_copy_too_large' }

/** The board of a call, in which the other person has written already. */
function openBoard(server: Server, { offersPrepared = true } = {}) {
  const doc = new Y.Doc()
  const model = createBoardModel(doc)
  let last = 1
  const fetched = stubFetch(({ path, method }: Fetched) => {
    if (path.includes('/changes')) return { last, changes: [toBase64(Y.encodeStateAsUpdate(doc))] }
    if (server.boards === 'down') networkFailure()
    if (method === 'GET') return { boards: server.boards }
    if (server.refusal) {
      const { status, text } = refusals[server.refusal]
      return Response.json({ refusal: { code: server.refusal, text } }, { status })
    }
    last += 1
    return { page: model.addPage(firstPageId, { paper: 'grid' }) }
  })
  const opened = openComponent(
    <BoardPanel
      boardId={boardId}
      otherName="Asha Verma"
      channel={null}
      canWrite
      questionFile={null}
      screen={null}
      offersPrepared={offersPrepared}
      onClose={() => undefined}
    />,
    { viewer: ravi },
  )
  return { ...opened, fetched, publish: () => opened.live.publish(`board:${boardId}` as never, { last } as never) }
}

async function openMenu({ user }: Pick<ReturnType<typeof openBoard>, 'user'>) {
  await screen.findByRole('application', { name: 'Drawing area, page 1 of 1' })
  await user.click(screen.getByRole('button', { name: 'More board actions' }))
  return screen.findByRole('menuitem', { name: 'Picture or PDF' })
}

async function openDialog(opened: ReturnType<typeof openBoard>) {
  await openMenu(opened)
  await opened.user.click(screen.getByRole('menuitem', { name: 'Add a prepared board' }))
  return readElement(await screen.findByRole('dialog', { name: 'Add a prepared board' }))
}

// Before the tests that open the list, because its code is loaded once.
test('while the list loads, the dialog says so, and after a failure it is loaded again', async () => {
  // React reports the failure.
  vi.mocked(console.error).mockImplementation(() => undefined)
  const file = '#app/boards/screen/prepared-list.tsx'
  let fail = (): void => undefined
  vi.doMock(file, () => new Promise((_, reject) => (fail = () => reject(new TypeError('Failed to fetch')))))
  const opened = openBoard({ boards: [prepared] })
  const dialog = await openDialog(opened)
  expect(textOf(dialog.getByRole('status'))).toBe('Loading your boards…')
  await expectAccessible(dialog.element)
  await waitFor(() => {
    fail()
    expect(textOf(dialog.getByRole('alert'))).toContain('The list of your boards could not be loaded.')
  })
  vi.doUnmock(file)
  await opened.user.click(dialog.getByRole('button', { name: 'Try again' }))
  expect(await dialog.findByRole('button', { name: /^Add\b.*Integration$/ })).toBeTruthy()
  expect(dialog.element.contains(document.activeElement)).toBe(true)
  vi.mocked(console.error).mockClear()
})

test('an expert adds a prepared board, and its first page is shown when it arrives', async () => {
  const opened = openBoard({ boards: [prepared] })
  const dialog = await openDialog(opened)
  const add = await dialog.findByRole('button', { name: /^Add\b.*Integration$/ })
  expect(textOf(dialog.element)).toContain('Changed May 04, 2026')
  await expectAccessible(dialog.element)
  await opened.user.click(add)
  await waitFor(() => expect(toastText()).toContain('Added to the board'))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(opened.fetched.filter(({ path }) => path.endsWith('/copy'))).toEqual([
    { path: `/boards/${boardId}/copy`, method: 'GET', body: undefined },
    { path: `/boards/${boardId}/copy`, method: 'POST', body: { from: prepared.id } },
  ])
  opened.publish()
  expect(await screen.findByRole('application', { name: 'Drawing area, page 2 of 2' })).toBeTruthy()
})

test('a refusal is shown, and the dialog stays', async () => {
  const opened = openBoard({ boards: [prepared], refusal: 'board_copy_too_large' })
  const dialog = await openDialog(opened)
  await opened.user.click(await dialog.findByRole('button', { name: /^Add\b.*Integration$/ }))
  expect(textOf(await dialog.findByRole('alert'))).toBe(refusals.board_copy_too_large.text)
  await opened.user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('keys pressed in the dialog are not shortcuts of the board', async () => {
  const opened = openBoard({ boards: [prepared] })
  const dialog = await openDialog(opened)
  ;(await dialog.findByRole('button', { name: /^Add\b.*Integration$/ })).focus()
  await opened.user.keyboard('3{Escape}')
  expect(screen.getByRole('radio', { name: 'Pen' }).getAttribute('aria-checked')).toBe('true')
})

test('without prepared boards the dialog says where they are drawn', async () => {
  const dialog = await openDialog(openBoard({ boards: [] }))
  expect(await dialog.findByText(/^You have no prepared boards yet/)).toBeTruthy()
})

test('a list that cannot be loaded is loaded again', async () => {
  const server: Server = { boards: 'down' }
  const opened = openBoard(server)
  const dialog = await openDialog(opened)
  const again = await dialog.findByRole('button', { name: 'Try again' })
  server.boards = [prepared]
  await opened.user.click(again)
  expect(await dialog.findByRole('button', { name: /^Add\b.*Integration$/ })).toBeTruthy()
})

test('a student is not offered prepared boards', async () => {
  await openMenu(openBoard({ boards: [prepared] }, { offersPrepared: false }))
  expect(screen.queryByRole('menuitem', { name: 'Add a prepared board' })).toBeNull()
})
