import { listPageElements } from '#app/boards/document/board-model.ts'
import type { BoardElement, BoardPage } from '#app/boards/document/elements.ts'
import { boardFont, drawElement } from '#app/boards/drawing/draw-element.ts'
import { type Box, boxOf, lineHeight, unite } from '#app/boards/drawing/geometry.ts'
import { paperColours, shadeOf } from '#app/boards/drawing/palette.ts'
import { drawLines } from '#app/boards/drawing/paper-lines.ts'
import type { FormulaInk } from '#app/boards/saved/formula-ink.ts'
import { imageSize } from '#app/boards/saved/image-size.ts'
import { boardPicturesMax } from '#kernel/limits.ts'

/** The space around the content of a page. */
const margin = 24
const loadsAtOnce = 6

export type DrawnPage = {
  canvas: HTMLCanvasElement
  /** In units of the page. */
  width: number
  height: number
}

type Formula = Extract<BoardElement, { kind: 'formula' }>
type Ink = ReadonlyMap<string, FormulaInk>

/** Why a page was not drawn: a picture cannot be loaded now, or the browser has no canvas for it. */
export type NotDrawn = 'no picture' | 'no canvas'

/** Draws the whole content of a page on light paper. */
export async function drawPage(page: BoardPage, all: Iterable<BoardElement>): Promise<DrawnPage | NotDrawn> {
  const elements = listPageElements(all, page.id)
  const loading = loadPictures(page, elements)
  try {
    const [pictures, ink] = await Promise.all([loading, inkOf(elements), loadFonts(elements)])
    return pictures ? drawContent(page, elements, { pictures, ink }) : 'no picture'
  } finally {
    // Each takes up to 16 MB until it is closed.
    for (const picture of (await loading)?.values() ?? []) picture?.close()
  }
}

type Loaded = { pictures: Pictures; ink: Ink }

function drawContent(page: BoardPage, elements: BoardElement[], { pictures, ink }: Loaded): DrawnPage | NotDrawn {
  const measuring = document.createElement('canvas').getContext('2d')
  if (!measuring) return 'no canvas'
  const box = findContent(page, elements, (element) => measure(element, ink, measuring))
  const { scale, width, height } = imageSize(box)
  const canvas = Object.assign(document.createElement('canvas'), { width, height })
  const context = canvas.getContext('2d')
  if (!context) return 'no canvas'
  context.fillStyle = paperColours.light.paper
  context.fillRect(0, 0, width, height)
  context.setTransform(scale, 0, 0, scale, -box.x * scale, -box.y * scale)
  context.imageSmoothingQuality = 'high'
  if (page.paper !== 'plain') {
    drawLines(context, { paper: page.paper, area: box, zoom: scale, colour: paperColours.light.lines })
  }
  const background = page.picture && pictures.get(page.picture.id)
  if (background && page.picture) context.drawImage(background, 0, 0, page.picture.width, page.picture.height)
  const appearance = { theme: 'light', picture: (id: string) => pictures.get(id) ?? null } as const
  for (const element of elements) drawElement(context, element, appearance)
  // Formulas cover strokes on the screen too.
  for (const formula of elements.filter(isFormula)) drawFormula(context, formula, ink)
  return { canvas, width: box.width, height: box.height }
}

function isFormula(element: BoardElement): element is Formula {
  return element.kind === 'formula'
}

async function inkOf(elements: BoardElement[]): Promise<Ink> {
  const formulas = elements.filter(isFormula)
  if (formulas.length === 0) return new Map()
  // Loaded only now, because it needs KaTeX, and most boards have no formulas.
  const { inkFormulas } = await import('#app/boards/saved/formula-ink.ts')
  const ink = await inkFormulas(formulas.map(({ tex, colour }) => ({ latex: tex, colour: shadeOf(colour, 'light') })))
  return new Map(formulas.map(({ id }, index) => [id, ink[index] as FormulaInk]))
}

function drawFormula(context: CanvasRenderingContext2D, { id, x, y, size }: Formula, ink: Ink): void {
  context.save()
  context.translate(x, y)
  context.scale(size, size)
  ink.get(id)?.draw(context)
  context.restore()
}

type Pictures = ReadonlyMap<string, ImageBitmap | null>

/** Returns null if any of them cannot be loaded now, because a file must not silently lack a picture. */
async function loadPictures(page: BoardPage, elements: BoardElement[]): Promise<Pictures | null> {
  const placed = elements.flatMap((element) => (element.kind === 'picture' ? [element.picture] : []))
  // A board cannot have more pictures, so further ids are invalid.
  const ids = [...new Set([...(page.picture ? [page.picture.id] : []), ...placed])].slice(0, boardPicturesMax)
  const pictures = new Map<string, ImageBitmap | null>()
  for (let at = 0; at < ids.length; at += loadsAtOnce) {
    const loads = ids.slice(at, at + loadsAtOnce).map(async (id) => pictures.set(id, await loadPicture(id)))
    // Waits for all of them, so that none stays open.
    const ends = await Promise.allSettled(loads)
    if (ends.some(({ status }) => status === 'rejected')) {
      for (const picture of pictures.values()) picture?.close()
      return null
    }
  }
  return pictures
}

/** Returns null for a picture that no longer exists. The screen leaves its place empty, too. */
async function loadPicture(id: string): Promise<ImageBitmap | null> {
  const answer = await fetch(`/board-pictures/${id}`)
  if (answer.status === 404) return null
  if (!answer.ok) throw new Error(`The picture cannot be loaded: ${answer.status}.`)
  return createImageBitmap(await answer.blob())
}

/** A canvas does not load the fonts of its texts itself. A text without its font is better than none. */
export async function loadFonts(elements: Iterable<BoardElement>): Promise<void> {
  const texts = [...elements].map((element) => (element.kind === 'text' ? element.text : '')).join('')
  try {
    if (texts !== '') await document.fonts.load(`500 16px ${boardFont}`, texts)
  } catch {
    // The text is drawn with a font of the device.
  }
}

/** The box around everything on a page, with a margin. */
function findContent(page: BoardPage, elements: BoardElement[], measureElement: (element: BoardElement) => Box): Box {
  const boxes = elements.map(measureElement)
  const content = unite(page.picture ? [...boxes, { x: 0, y: 0, ...page.picture }] : boxes)
  const { x, y, width, height } = content ?? { x: 0, y: 0, width: 400, height: 300 }
  return { x: x - margin, y: y - margin, width: width + 2 * margin, height: height + 2 * margin }
}

/** `boxOf` only estimates texts and formulas. */
function measure(element: BoardElement, ink: Ink, context: CanvasRenderingContext2D): Box {
  if (element.kind === 'formula') {
    const { width = 0, height = 0 } = ink.get(element.id) ?? {}
    return { x: element.x, y: element.y, width: width * element.size, height: height * element.size }
  }
  if (element.kind !== 'text') return boxOf(element)
  context.font = `500 ${element.size}px ${boardFont}`
  const lines = element.text.split('\n')
  const width = Math.max(...lines.map((line) => context.measureText(line).width))
  return { x: element.x, y: element.y, width, height: lines.length * element.size * lineHeight }
}
