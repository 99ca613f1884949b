import { networkProblem } from '#app/base/network-problem.ts'
import type { BoardModel } from '#app/boards/document/board-model.ts'
import { pageTitleMaxLength } from '#app/boards/document/elements.ts'
import type { BoardView } from '#app/boards/drawing/board-view.ts'
import { visibleBox } from '#app/boards/drawing/geometry.ts'
import { shrinkPhoto } from '#app/boards/pictures/picture-blob.ts'
import type { DrawnPage } from '#app/boards/pictures/render-pdf.ts'
import { type UploadedPicture, uploadPicture } from '#app/boards/pictures/upload-picture.ts'

/** The width of a picture that fills a page, in units, so that pen lines look as wide as on paper. */
const pageWidth = 900
/** A picture on the current page takes at most this share of the visible area. */
const shareOfView = 0.6

export type PictureTarget = 'new page' | 'this page'
type Options = {
  boardId: string
  model: BoardModel
  view: BoardView
  signal: AbortSignal
  /** Called before each picture of several. */
  onProgress(done: number, count: number): void
}

/** Adds files to the board. Returns the reason if it stopped, otherwise null. Files added before stay. */
export async function addFiles(files: Blob[], target: PictureTarget, options: Options): Promise<string | null> {
  for (const file of files) {
    if (options.signal.aborted) return null
    const problem = isPdf(file) ? await addPdf(file, options) : await addPicture(file, target, nameOf(file), options)
    if (problem) return problem
  }
  return null
}

async function addPicture(file: Blob, target: PictureTarget, title: string, options: Options): Promise<string | null> {
  options.onProgress(0, 1)
  const uploaded = await uploadPicture(options.boardId, await shrinkPhoto(file), options.signal)
  if (options.signal.aborted) return null
  if ('refusal' in uploaded) return uploaded.refusal.text
  return target === 'new page' ? putOnNewPage(uploaded, title, options) : putOnPage(uploaded, options)
}

/** Every page of a document becomes a page of the board. */
async function addPdf(file: Blob, options: Options): Promise<string | null> {
  const renderer = await import('#app/boards/pictures/render-pdf.ts').catch(() => null)
  if (!renderer) return networkProblem.refusal.text
  const pages = await renderer.renderPdf(file)
  if (!pages) return 'This PDF cannot be shown. It may be damaged or protected with a password.'
  try {
    for (let number = 1; number <= pages.count; number += 1) {
      if (options.signal.aborted) return null
      options.onProgress(number - 1, pages.count)
      const problem = await addPdfPage(await pages.render(number), `${nameOf(file)}, page ${number}`, options)
      if (problem) return problem
    }
    return null
  } finally {
    pages.close()
  }
}

/**
 * Adds a note to the page if parts of it cannot be drawn. Otherwise it would look as if the document had an empty page.
 */
async function addPdfPage(drawn: DrawnPage | null, title: string, options: Options): Promise<string | null> {
  if (!drawn) return putOnNewPage(null, title, options, 'This page of the PDF could not be drawn.')
  const uploaded = await uploadPicture(options.boardId, drawn.jpeg, options.signal)
  if (options.signal.aborted) return null
  if ('refusal' in uploaded) return uploaded.refusal.text
  return putOnNewPage(uploaded, title, options, drawn.isComplete ? null : 'Parts of this page could not be drawn.')
}

function putOnNewPage(
  picture: UploadedPicture | null,
  title: string,
  { model, view }: Options,
  note: string | null = null,
): string | null {
  model.endStep()
  const page = model.addPage(view.currentPage().id, {
    paper: 'plain',
    ...(picture && {
      picture: { id: picture.id, width: pageWidth, height: Math.round((pageWidth * picture.height) / picture.width) },
    }),
    ...(title && { title: title.slice(0, pageTitleMaxLength) }),
  })
  if (page && note) model.add({ kind: 'text', page, text: note, x: 24, y: 24, colour: 'red', size: 28 })
  model.endStep()
  if (!page) return 'This board has too many pages. Delete one first.'
  view.showPage(page)
  return null
}

/** Puts a picture in the middle of the visible area. */
function putOnPage({ id, width, height }: UploadedPicture, { model, view }: Options): null {
  const shown = visibleBox(view.viewport(), view.size())
  const scale = Math.min(1, (shown.width * shareOfView) / width, (shown.height * shareOfView) / height)
  const size = { width: Math.round(width * scale), height: Math.round(height * scale) }
  const x = Math.round(shown.x + (shown.width - size.width) / 2)
  const y = Math.round(shown.y + (shown.height - size.height) / 2)
  model.endStep()
  const added = model.add({ kind: 'picture', page: view.currentPage().id, picture: id, x, y, ...size })
  model.endStep()
  view.change({ tool: 'move', selected: added })
  return null
}

function isPdf(file: Blob): boolean {
  return file.type === 'application/pdf'
}

function nameOf(file: Blob): string {
  return file instanceof File ? file.name : ''
}
