import { networkProblem } from '#app/base/network-problem.ts'
import type { BoardModel } from '#app/boards/document/board-model.ts'
import { pageTitleMaxLength } from '#app/boards/document/elements.ts'
import type { BoardView } from '#app/boards/drawing/board-view.ts'
import { visibleBox } from '#app/boards/drawing/geometry.ts'
import { shrinkPhoto } from '#app/boards/pictures/picture-blob.ts'
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

/** Adds files to the board. Returns why it stopped, or null. What was added before stays. */
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
      const picture = await pages.render(number)
      if (!picture) return `Page ${number} of this PDF cannot be shown.`
      const uploaded = await uploadPicture(options.boardId, picture, options.signal)
      if (options.signal.aborted) return null
      if ('refusal' in uploaded) return uploaded.refusal.text
      const problem = putOnNewPage(uploaded, `${nameOf(file)}, page ${number}`, options)
      if (problem) return problem
    }
    return null
  } finally {
    pages.close()
  }
}

function putOnNewPage({ id, width, height }: UploadedPicture, title: string, { model, view }: Options): string | null {
  model.endStep()
  const size = { width: pageWidth, height: Math.round((pageWidth * height) / width) }
  const page = model.addPage(view.currentPage().id, {
    paper: 'plain',
    picture: { id, ...size },
    ...(title && { title: title.slice(0, pageTitleMaxLength) }),
  })
  model.endStep()
  if (!page) return 'This board has too many pages. Delete one first.'
  view.showPage(page)
  return null
}

/** Puts a picture in the middle of what is shown. */
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
