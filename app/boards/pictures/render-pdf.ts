import { AnnotationMode, getDocument, GlobalWorkerOptions } from 'pdfjs-dist'
// oxlint-disable-next-line import/default -- the build exports the URL
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url'
import { boardPictureMaxSide } from '#kernel/limits.ts'
import { toJpeg } from '#app/boards/pictures/picture-blob.ts'

GlobalWorkerOptions.workerSrc = workerUrl

/**
 * Only pixels leave this file: no text, links, forms or scripts of the document. It is read in a worker, without
 * WebAssembly, which the content security policy forbids.
 */
const readingOptions = { useWasm: false, enableXfa: false, isEvalSupported: false, stopAtErrors: false }

/** Opens a PDF. Null when it cannot be read. */
export async function renderPdf(file: Blob) {
  const reading = getDocument({ ...readingOptions, data: new Uint8Array(await file.arrayBuffer()) })
  try {
    const document = await reading.promise
    return { count: document.numPages, render, close: () => void reading.destroy() }
  } catch {
    void reading.destroy()
    return null
  }

  /** A page as a JPEG. Null when it cannot be drawn. */
  async function render(number: number): Promise<Blob | null> {
    const canvas = globalThis.document.createElement('canvas')
    try {
      const page = await (await reading.promise).getPage(number)
      const { width, height } = page.getViewport({ scale: 1 })
      const viewport = page.getViewport({ scale: boardPictureMaxSide / Math.max(width, height) })
      Object.assign(canvas, { width: Math.floor(viewport.width), height: Math.floor(viewport.height) })
      await page.render({ canvas, viewport, annotationMode: AnnotationMode.DISABLE }).promise
      return await toJpeg(canvas, canvas)
    } catch {
      return null
    } finally {
      // Frees the memory at once, which phones need.
      Object.assign(canvas, { width: 0, height: 0 })
    }
  }
}
