import { downloadFile } from '#app/base/download-file.ts'
import type { BoardElement, BoardPage } from '#app/boards/document/elements.ts'
import { type DrawnPage, drawPage, type NotDrawn } from '#app/boards/saved/draw-page.ts'
import { type PdfPage, writePdf } from '#app/boards/saved/write-pdf.ts'

/** High, because a low quality shows artefacts around thin lines on white. */
const jpegQuality = 0.92
/** One unit is a pixel of the screen. */
const pointsPerUnit = 72 / 96
/** The largest side of a page that readers of PDF must support. */
const pointsMax = 14_400

type SavedPages = { pages: BoardPage[]; elements: Iterable<BoardElement> }

/** Downloads one page as a picture. Returns the problem, or null. */
export async function downloadPage(page: BoardPage, { elements }: SavedPages, name: string): Promise<string | null> {
  const drawn = await drawPage(page, elements)
  if (isNotDrawn(drawn)) return notDrawnText(page, drawn)
  const picture = await toBlob(drawn, 'image/png')
  if (!picture) return notDrawnText(page, 'no canvas')
  downloadFile(picture, `${name}.png`)
  return null
}

/** Downloads all pages as one document. Returns the problem, or null. */
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
    if (isNotDrawn(drawn)) return notDrawnText(page, drawn)
    const jpeg = await toBlob(drawn, 'image/jpeg')
    if (!jpeg) return notDrawnText(page, 'no canvas')
    drawnPages.push({ jpeg: new Uint8Array(await jpeg.arrayBuffer()), ...sizesOf(drawn) })
    // Frees the memory immediately, because phones have little.
    Object.assign(drawn.canvas, { width: 0, height: 0 })
  }
  downloadFile(new Blob([writePdf(drawnPages, { title })], { type: 'application/pdf' }), `${name}.pdf`)
  return null
}

function notDrawnText({ title }: BoardPage, reason: NotDrawn): string {
  const which = title ? `“${title}”` : 'A page'
  return reason === 'no picture'
    ? `${which} could not be drawn, because a picture on it could not be loaded. Please try again.`
    : `${which} could not be drawn: this browser does not have enough memory. Close other tabs and try again.`
}

function isNotDrawn(drawn: DrawnPage | NotDrawn): drawn is NotDrawn {
  return typeof drawn === 'string'
}

function toBlob({ canvas }: DrawnPage, type: string): Promise<Blob | null> {
  return new Promise((resolve) => canvas.toBlob(resolve, type, jpegQuality))
}

function sizesOf({ canvas, width, height }: DrawnPage): Pick<PdfPage, 'pixels' | 'points'> {
  const scale = Math.min(pointsPerUnit, pointsMax / Math.max(width, height))
  return {
    pixels: { width: canvas.width, height: canvas.height },
    points: { width: width * scale, height: height * scale },
  }
}
