import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import * as Y from 'yjs'
import { toBase64 } from '#app/boards/document/base64.ts'
import BoardPanel from '#app/boards/screen/board-panel.tsx'
import { captureUploads } from '#tests/fake-uploads.ts'
import { textOf } from '#tests/read-element.ts'
import { openComponent, toastText } from '#tests/screen.tsx'
import { networkFailure, stubFetch } from '#tests/stub-fetch.ts'

const boardId = '0199c0de-0000-7000-8000-000000000001'
const pictureIds = ['0199c0de-0000-7000-8000-0000000000a1', '0199c0de-0000-7000-8000-0000000000a2']
const stored = (index: number) => ({ picture: { id: pictureIds[index], width: 300, height: 200 } })

afterEach(() => vi.doUnmock('#app/boards/pictures/render-pdf.ts'))

const photo = (name: string) => new File(['x'], name, { type: 'image/jpeg' })
const pdf = new File(['%PDF-1.4'], 'homework.pdf', { type: 'application/pdf' })
const word = new File(['x'], 'notes.docx')

type Question = { name: string; answer?: () => unknown }

async function openBoard({ name, answer }: Question = { name: '' }) {
  const uploads = captureUploads()
  const fetched = stubFetch(({ method, path }) => {
    if (path === '/file') return answer?.()
    if (method === 'GET') return { last: 1, changes: [toBase64(Y.encodeStateAsUpdate(new Y.Doc()))] }
    return { last: 2 }
  })
  const opened = openComponent(
    <BoardPanel
      boardId={boardId}
      otherName="Ravi Nair"
      channel={null}
      canWrite
      questionFile={name ? { name, url: '/file' } : null}
      screen={null}
      onClose={() => undefined}
    />,
  )
  const area = await screen.findByRole('application')
  const panel = screen.getByRole('region', { name: 'Board' })
  return { ...opened, uploads, fetched, area, panel }
}

const titles = () => screen.getAllByRole('heading', { level: 3 }).map((heading) => textOf(heading))

test('a pasted picture is uploaded and put on the page, where it can be moved and deleted', async () => {
  const { uploads, area, user } = await openBoard()
  fireEvent.paste(area, { clipboardData: { files: [photo('screenshot.jpg')] } })
  await expect.poll(() => uploads.length).toBe(1)
  expect(uploads[0]?.url).toBe(`/boards/${boardId}/pictures`)
  uploads[0]?.answer(stored(0))
  await user.click(await screen.findByRole('button', { name: 'Delete' }))
  expect(screen.getByRole('radio', { name: 'Move' }).getAttribute('aria-checked')).toBe('true')
  expect(titles()).toEqual(['Page 1'])
})

test('text that is pasted is no file', async () => {
  const { uploads, area } = await openBoard()
  expect(fireEvent.paste(area, { clipboardData: { files: [] } })).toBe(true)
  expect([uploads, toastText()]).toEqual([[], ''])
})

test('a paste with text and a picture, as from a spreadsheet, goes into the text that is being written', async () => {
  const { uploads, area, user } = await openBoard()
  area.focus()
  await user.keyboard('4{Enter}')
  const box = screen.getByRole('textbox', { name: 'Text' })
  const clipboardData = { files: [photo('cells.png')], types: ['text/plain', 'Files'] }
  expect(fireEvent.paste(box, { clipboardData })).toBe(true)
  expect(fireEvent.paste(box, { clipboardData: { ...clipboardData, types: ['Files'] } })).toBe(false)
  await expect.poll(() => uploads.length).toBe(1)
})

test('of several dropped files every picture becomes a page, and unsupported files are named', async () => {
  const { uploads, area, panel } = await openBoard()
  fireEvent.drop(area, { dataTransfer: { files: [photo('one.jpg'), word, photo('two.jpg')] } })
  await waitFor(() => expect(toastText()).toContain('Some files cannot be put on the board. Use pictures or PDFs.'))
  for (const index of [0, 1]) {
    await expect.poll(() => uploads.length).toBe(index + 1)
    uploads[index]?.answer(stored(index))
  }
  await waitFor(() => expect(titles()).toEqual(['Page 1', 'Page 2: one.jpg', 'Page 3: two.jpg']))
  expect(textOf(panel)).toContain('Some files cannot be put on the board. Use pictures or PDFs.')
})

test('dropping only a Word file shows which files are supported', async () => {
  const { uploads, area, panel, user } = await openBoard()
  fireEvent.drop(area, { dataTransfer: { files: [word] } })
  await waitFor(() => expect(toastText()).toContain('This file cannot be put on the board. Use a picture or a PDF.'))
  expect(uploads).toEqual([])
  expect(textOf(panel)).toContain('Not added to the board. This file cannot be put on the board.')
  expect(document.querySelector('[data-sonner-toast]')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'OK' }))
  expect(textOf(panel)).not.toContain('Not added to the board.')
  expect(document.activeElement).toBe(panel)
})

test('code that cannot be loaded causes an error text, and the next file can be added', async () => {
  vi.doMock('#app/boards/pictures/render-pdf.ts', () => {
    throw new TypeError('Failed to fetch dynamically imported module')
  })
  const { uploads, area, panel } = await openBoard()
  fireEvent.drop(area, { dataTransfer: { files: [pdf] } })
  expect(textOf(panel)).toContain('Adding to the board…')
  await waitFor(() => expect(toastText()).toContain('Network error. Please check your connection'))
  expect(textOf(panel)).not.toContain('Adding to the board…')
  fireEvent.drop(area, { dataTransfer: { files: [photo('one.jpg')] } })
  await expect.poll(() => uploads.length).toBe(1)
})

test('a file that is added during another upload is refused with a reason', async () => {
  const { uploads, area } = await openBoard()
  fireEvent.drop(area, { dataTransfer: { files: [photo('one.jpg')] } })
  await expect.poll(() => uploads.length).toBe(1)
  fireEvent.drop(area, { dataTransfer: { files: [photo('two.jpg')] } })
  await waitFor(() => expect(toastText()).toContain('Please wait until the last file is added.'))
  expect(uploads).toHaveLength(1)
})

test('one button adds the file of the question, until it is on the board', async () => {
  const answer = () => new Response('x', { headers: { 'Content-Type': 'image/jpeg' } })
  const { uploads, user, panel } = await openBoard({ name: 'homework.jpg', answer })
  await user.click(screen.getByRole('button', { name: 'File of the question' }))
  await expect.poll(() => uploads.length).toBe(1)
  uploads[0]?.answer(stored(0))
  await waitFor(() => expect(titles()).toEqual(['Page 1', 'Page 2: homework.jpg']))
  expect(screen.queryByRole('button', { name: 'File of the question' })).toBeNull()
  expect(document.activeElement).toBe(panel)
})

test('a file of the question that cannot be loaded now is offered again', async () => {
  const { user } = await openBoard({ name: 'homework.jpg', answer: networkFailure })
  await user.click(screen.getByRole('button', { name: 'File of the question' }))
  await waitFor(() => expect(toastText()).toContain('Network error. Please check your connection'))
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'File of the question' }).disabled).toBe(false)
})

test('a Word file of the question is not offered, because no browser can show it', async () => {
  const { user } = await openBoard({ name: 'Homework.DOCX' })
  expect(screen.queryByRole('button', { name: 'File of the question' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'More board actions' }))
  expect(await screen.findByRole('menuitem', { name: 'Picture or PDF' })).toBeTruthy()
  expect(screen.queryByRole('menuitem', { name: 'File of the question' })).toBeNull()
})
