import { expect, test, vi } from 'vitest'
import { Awareness } from 'y-protocols/awareness'
import * as Y from 'yjs'
import { sendFile } from '#app/base/send-file.ts'
import { createBoardModel } from '#app/boards/document/board-model.ts'
import { createBoardView } from '#app/boards/drawing/board-view.ts'
import { addFiles } from '#app/boards/pictures/add-pictures.ts'
import { captureUploads } from '#tests/fake-uploads.ts'

function openBoard() {
  const doc = new Y.Doc()
  const presence = new Awareness(doc)
  const model = createBoardModel(doc)
  const view = createBoardView({ model, presence, theme: 'dark' })
  view.resize({ width: 400, height: 600 })
  const closing = new AbortController()
  const options = { boardId: 'board', model, view, signal: closing.signal, onProgress: () => undefined }
  const photos = ['one.jpg', 'two.jpg', 'three.jpg'].map((name) => new File(['x'], name, { type: 'image/jpeg' }))
  return { model, closing, options, photos, end: () => presence.destroy() }
}

const stored = (id: string) => ({ picture: { id, width: 300, height: 200 } })

test('each photo becomes a page', async () => {
  const uploads = captureUploads()
  const { model, options, photos, end } = openBoard()
  const adding = addFiles(photos.slice(0, 2), 'new page', options)
  await expect.poll(() => uploads.length).toBe(1)
  uploads[0]?.answer(stored('0199c0de-0000-7000-8000-000000000001'))
  await expect.poll(() => uploads.length).toBe(2)
  uploads[1]?.answer(stored('0199c0de-0000-7000-8000-000000000002'))
  expect(await adding).toBeNull()
  expect(model.pages().map(({ title }) => title)).toEqual([undefined, 'one.jpg', 'two.jpg'])
  end()
})

test('closing the board stops its upload, and nothing more is sent', async () => {
  const uploads = captureUploads()
  const { model, closing, options, photos, end } = openBoard()
  const adding = addFiles(photos, 'new page', options)
  await expect.poll(() => uploads.length).toBe(1)
  closing.abort()
  expect(await adding).toBeNull()
  expect(uploads).toEqual([expect.objectContaining({ isAborted: true })])
  expect(model.pages()).toHaveLength(1)
  end()
})

test('closing the board while a photo is being resized sends nothing', async () => {
  const uploads = captureUploads()
  const { model, closing, options, photos, end } = openBoard()
  let decode = (_picture: object): void => undefined
  const close = vi.fn<() => void>()
  vi.stubGlobal('createImageBitmap', () => new Promise((resolve) => (decode = resolve)))
  const adding = addFiles(photos, 'new page', options)
  closing.abort()
  decode({ width: 300, height: 200, close })
  expect(await adding).toBeNull()
  expect(close).toHaveBeenCalledTimes(1)
  expect(uploads).toEqual([])
  expect(model.pages()).toHaveLength(1)
  end()
})

test('a file is not sent when the upload was cancelled before', async () => {
  const uploads = captureUploads()
  const options = { signal: AbortSignal.abort(), onProgress: () => undefined }
  expect(await sendFile('/boards/board/pictures', new Blob(['x']), options)).toBeNull()
  expect(uploads).toEqual([])
})

test('a PDF says so when the code that reads it cannot be loaded', async () => {
  vi.doMock('#app/boards/pictures/render-pdf.ts', () => Promise.reject(new TypeError('Failed to fetch')))
  const { model, options, end } = openBoard()
  const pdf = new File(['%PDF-1.7'], 'homework.pdf', { type: 'application/pdf' })
  expect(await addFiles([pdf], 'new page', options)).toMatch(/^Network error\./)
  expect(model.pages()).toHaveLength(1)
  vi.doUnmock('#app/boards/pictures/render-pdf.ts')
  end()
})
