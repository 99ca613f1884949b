import { screen, waitFor } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { describe, expect, test } from 'vitest'
import * as Y from 'yjs'
import * as boardPage from '#app/boards/prepared-board.route.tsx'
import { fromBase64, toBase64 } from '#app/boards/document/base64.ts'
import { boardId } from '#kernel/ids.ts'
import { refusals } from '#kernel/refusals.ts'
import { expectAccessible } from '#tests/accessible.ts'
import { linksOf, readElement, textOf } from '#tests/read-element.ts'
import { type LoaderData, openScreen } from '#tests/screen.tsx'
import { type Fetched, networkFailure, stubFetch } from '#tests/stub-fetch.ts'
import { ravi } from '#tests/viewers.ts'

const id = boardId.parse('0199c0de-0000-7000-8000-00000000b0a1')

function openPage(data: LoaderData<typeof boardPage> = { approval: 'approved', id, name: 'Integration' }) {
  return openScreen(boardPage, { at: `/expert/boards/${id}`, path: '/expert/boards/:id', viewer: ravi, data })
}

/** Starts a server with a board. 'down': it cannot be reached. */
function startServer() {
  const server = { doc: new Y.Doc(), state: 'up' as 'up' | 'down' | 'full' }
  const fetched = stubFetch(({ method, body }: Fetched) => {
    if (server.state === 'down') networkFailure()
    if (method === 'GET') return { last: 1, changes: [toBase64(Y.encodeStateAsUpdate(server.doc))] }
    if (server.state === 'full') {
      const { status, text } = refusals.prepared_board_full
      return Response.json({ refusal: { code: 'prepared_board_full', text } }, { status })
    }
    Y.applyUpdate(server.doc, fromBase64((body as { data: string }).data))
    return { last: 2 }
  })
  return Object.assign(server, { fetched })
}

const findArea = () => screen.findByRole('application', { name: 'Drawing area, page 1 of 1' })
const panel = () => readElement(screen.getByRole('region', { name: 'Board' }))

describe('a prepared board', () => {
  test('has the tools of the board of a call, except those that need another person', async () => {
    const server = startServer()
    const { main, user } = openPage()
    expect(main.getByRole('heading', { name: 'Integration' })).toBeTruthy()
    expect(linksOf(main.element)).toEqual({ 'Your boards': '/expert/boards' })
    await findArea()
    expect(server.fetched[0]?.path).toBe(`/boards/${id}/changes?after=0&parts=1`)
    expect(textOf(panel().element)).toContain('Only you see this board, until you add it to a call.')
    for (const tool of ['Pen', 'Text', 'Formula', 'Eraser'])
      expect(panel().getByRole('radio', { name: tool })).toBeTruthy()
    expect(panel().queryByRole('button', { name: 'Close the board' })).toBeNull()
    await user.click(panel().getByRole('button', { name: 'More board actions' }))
    expect(await screen.findByRole('menuitem', { name: 'Picture or PDF' })).toBeTruthy()
    expect(screen.queryByRole('menuitem', { name: 'Follow me' })).toBeNull()
    expect(screen.queryByRole('menuitem', { name: 'Add a prepared board' })).toBeNull()
    await user.keyboard('{Escape}')
    await expectAccessible()
  })

  test('has a code pad without another person', async () => {
    startServer()
    const { user } = openPage()
    await findArea()
    await user.click(panel().getByRole('tab', { name: 'Code' }))
    expect(await screen.findByRole('button', { name: 'Copy the code' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: /^Read along/ })).toBeNull()
  })

  test('is stored, says when that fails, asks before it is closed then, and is stored on retry', async () => {
    const server = startServer()
    const { user } = openPage()
    const area = await findArea()
    server.state = 'down'
    area.focus()
    await user.keyboard('4{Enter}u v{Control>}{Enter}{/Control}')
    expect(textOf(panel().element)).toContain('Saving…')
    expect(mayClose()).toBe(true)
    await waitFor(() => expect(textOf(panel().element)).toContain('Not saved. No connection.'))
    expect(mayClose()).toBe(false)
    await expectAccessible()
    server.state = 'up'
    await user.click(panel().getByRole('button', { name: 'Retry' }))
    await waitFor(() => expect(textOf(panel().element)).toContain('Saved'))
    expect(mayClose()).toBe(true)
    expect(server.doc.getMap('elements').size).toBe(1)
  })

  test('says when it is full', async () => {
    const server = startServer()
    const { user } = openPage()
    const area = await findArea()
    server.state = 'full'
    area.focus()
    await user.keyboard('4{Enter}u v{Control>}{Enter}{/Control}')
    await waitFor(() => expect(textOf(panel().element)).toContain('Not saved. This board is full.'))
    expect(mayClose()).toBe(false)
  })

  test('that cannot be loaded is tried again', async () => {
    const server = startServer()
    server.state = 'down'
    openPage()
    expect(await screen.findByText(/^The board cannot be loaded now/)).toBeTruthy()
    server.state = 'up'
    await findArea()
  })

  test('is locked for an expert who is suspended', () => {
    const { main } = openPage({ approval: 'suspended' })
    expect(main.getByRole('heading', { name: 'Account Suspended' })).toBeTruthy()
    expect(linksOf(main.element)).toMatchObject({ 'Your boards': '/expert/boards' })
  })
})

/** Returns whether the browser would close the page without asking. */
function mayClose(): boolean {
  return window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
}

test('without scripts the page says that the board needs them', () => {
  const loaderData = { approval: 'approved', id, name: 'Integration' } as const
  const Page = boardPage.default as (props: { loaderData: typeof loaderData }) => React.ReactNode
  const html = renderToString(
    <MemoryRouter>
      <Page loaderData={loaderData} />
    </MemoryRouter>,
  )
  expect(/<noscript>(.*?)<\/noscript>/.exec(html)?.[1]).toContain('The board needs JavaScript')
})
