import { downloadFile } from '#app/base/download-file.ts'
import type { BoardElement, BoardPage } from '#app/boards/document/elements.ts'
import { type DrawnPage, drawPage, type NotDrawn } from '#app/boards/saved/draw-page.ts'
import { type PdfPage, writePdf } from '#app/boards/saved/write-pdf.ts'

/** High, because thin lines on white show the marks of a low one. */
const jpegQuality = 0.92
/** One unit is a pixel of the screen. */
const pointsPerUnit = 72 / 96
/** The largest side of a page that readers of PDF must support. */
const pointsMax = 14_400

export type SavedPages = { pages: BoardPage[]; elements: Iterable<BoardElement> }

/** Downloads one page as a picture. Returns why that was not possible, or null. */
export async function downloadPage(page: BoardPage, { elements }: SavedPages, name: string): Promise<string | null> {
  const drawn = await drawPage(page, elements)
  const picture = await toBlob(drawn, 'image/png')
  if (isText(picture)) return notDrawnText(page, picture)
  downloadFile(picture, `${name}.png`)
  return null
}

/** Downloads all pages as one document. Returns why that was not possible, or null. */
export async function downloadPdf(
  { pages, elements }: SavedPages,
  name: string,
  title: string,
): Promise<string | null> {
  const drawnPages: PdfPage[] = []
  const all = [...elements]
  for (const page of pages) {
    // One after the other, because each needs up to 40 MB while it is drawn.
    const drawn = await drawPage(page, all)
    const jpeg = await toBlob(drawn, 'image/jpeg')
    if (isText(drawn) || isText(jpeg)) return notDrawnText(page, isText(jpeg) ? jpeg : 'no canvas')
    drawnPages.push({ jpeg: new Uint8Array(await jpeg.arrayBuffer()), ...sizesOf(drawn) })
    // Frees the memory at once, which phones need.
    Object.assign(drawn.canvas, { width: 0, height: 0 })
  }
  downloadFile(new Blob([writePdf(drawnPages, { title })], { type: 'application/pdf' }), `${name}.pdf`)
  return null
}

function notDrawnText({ title }: BoardPage, reason: NotDrawn): string {
  const which = title ? `“${title}”` : 'A page'
  return reason === 'no picture'
    ? `${which} could not be drawn, because a picture on it could not be loaded. Please try again.`
    : `${which} could not be drawn: this browser has no room for it. Close other tabs and try again.`
}

async function toBlob(drawn: DrawnPage | NotDrawn, type: string): Promise<Blob | NotDrawn> {
  if (isText(drawn)) return drawn
  const blob = await new Promise<Blob | null>((resolve) => drawn.canvas.toBlob(resolve, type, jpegQuality))
  return blob ?? 'no canvas'
}

function isText(value: object | NotDrawn): value is NotDrawn {
  return typeof value === 'string'
}

function sizesOf({ canvas, width, height }: DrawnPage): Pick<PdfPage, 'pixels' | 'points'> {
  const scale = Math.min(pointsPerUnit, pointsMax / Math.max(width, height))
  return {
    pixels: { width: canvas.width, height: canvas.height },
    points: { width: width * scale, height: height * scale },
  }
}
