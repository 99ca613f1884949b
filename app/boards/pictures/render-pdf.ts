import { AnnotationMode, getDocument, GlobalWorkerOptions, type PDFPageProxy } from 'pdfjs-dist'
// oxlint-disable-next-line import/default -- the build exports the URL
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url'
import dingbatsUrl from 'pdfjs-dist/standard_fonts/FoxitDingbats.pfb?url'
import symbolUrl from 'pdfjs-dist/standard_fonts/FoxitSymbol.pfb?url'
import { decodersUrl } from 'virtual:pdf-files'
import { boardPictureMaxSide } from '#kernel/limits.ts'
import { toJpeg } from '#app/boards/pictures/picture-blob.ts'

GlobalWorkerOptions.workerSrc = workerUrl

/** The system has a substitute for every other font that a document names but does not contain. */
const fontUrls: Record<string, string> = { 'FoxitDingbats.pfb': dingbatsUrl, 'FoxitSymbol.pfb': symbolUrl }

class FontFiles {
  async fetch({ filename }: { filename: string }): Promise<Uint8Array> {
    const url = fontUrls[filename]
    const answer = url ? await fetch(url) : null
    if (!answer?.ok) throw new Error(`no font ${filename}`)
    return new Uint8Array(await answer.arrayBuffer())
  }
}

/**
 * Only pixels of the document are used: no text, links, forms or scripts. A worker reads it, without WebAssembly, which
 * the content security policy forbids.
 */
const readingOptions = { useWasm: false, wasmUrl: decodersUrl, BinaryDataFactory: FontFiles, enableXfa: false }

export type DrawnPage = {
  jpeg: Blob
  /** False when something on the page could not be drawn. */
  isComplete: boolean
}

/** Opens a PDF. Null when it cannot be read. */
export async function renderPdf(file: Blob) {
  const strict = await openPdf(file, { stopAtErrors: true })
  // Opens the document even if it, or one of its pages, has errors.
  let lenient = strict ? null : await openPdf(file, { stopAtErrors: false })
  const count = (strict ?? lenient)?.document.numPages
  if (count === undefined) return null
  return {
    count,
    render,
    close(): void {
      void strict?.close()
      void lenient?.close()
    },
  }

  /** Renders a page as a JPEG. Null if nothing of it can be drawn. */
  async function render(number: number): Promise<DrawnPage | null> {
    const drawn = strict && (await drawPage(strict.document, number))
    if (drawn) return drawn
    lenient ??= await openPdf(file, { stopAtErrors: false })
    const partly = lenient && (await drawPage(lenient.document, number))
    return partly && { ...partly, isComplete: strict === null && partly.isComplete }
  }
}

async function openPdf(file: Blob, options: { stopAtErrors: boolean }) {
  const reading = getDocument({ ...readingOptions, ...options, data: new Uint8Array(await file.arrayBuffer()) })
  try {
    return { document: await reading.promise, close: () => reading.destroy() }
  } catch {
    void reading.destroy()
    return null
  }
}

async function drawPage(pages: { getPage(number: number): Promise<PDFPageProxy> }, number: number) {
  const canvas = document.createElement('canvas')
  try {
    const page = await pages.getPage(number)
    const { width, height } = page.getViewport({ scale: 1 })
    const viewport = page.getViewport({ scale: boardPictureMaxSide / Math.max(width, height) })
    Object.assign(canvas, { width: Math.floor(viewport.width), height: Math.floor(viewport.height) })
    await page.render({ canvas, viewport, annotationMode: AnnotationMode.DISABLE }).promise
    const isComplete = !hasMissingPicture(page)
    page.cleanup()
    const jpeg = await toJpeg(canvas, canvas)
    return jpeg && { jpeg, isComplete }
  } catch {
    return null
  } finally {
    // Frees the memory immediately, because phones have little.
    Object.assign(canvas, { width: 0, height: 0 })
  }
}

/** pdf.js leaves out a picture that it cannot decode, and continues. */
function hasMissingPicture({ objs, commonObjs }: PDFPageProxy): boolean {
  const isMissing = ([name, data]: [string, unknown]) => data === null && name.includes('img_')
  return [objs, commonObjs].some((objects) => [...(objects as Iterable<[string, unknown]>)].some(isMissing))
}
