import { formulaStyles, typesetFormula } from '#app/ui/typeset-formula.ts'

/** Large enough that the browser's rounding of positions cannot be seen. */
const measuredFontPx = 100

/** A formula as shapes for a canvas. One unit is the size of its letters. */
export type FormulaInk = { width: number; height: number; draw(context: CanvasRenderingContext2D): void }

type Shape = (context: CanvasRenderingContext2D) => void
type Corner = { x: number; y: number }

/**
 * Typesets formulas off screen, and returns their shapes. A canvas cannot draw HTML, so the letters, lines and paths
 * are drawn one by one, at the positions that the browser has computed.
 */
export async function inkFormulas(formulas: { latex: string; colour: string }[]): Promise<FormulaInk[]> {
  const box = document.createElement('div')
  box.setAttribute('aria-hidden', 'true')
  box.style.cssText = `position:fixed;top:0;left:0;visibility:hidden;pointer-events:none;font-size:${measuredFontPx}px`
  box.append(Object.assign(document.createElement('style'), { textContent: formulaStyles }))
  const rows = formulas.map(({ latex, colour }) => {
    const row = document.createElement('div')
    // The same layout as in `FormulaLayer`.
    row.className = 'absolute top-0 left-0 leading-tight whitespace-nowrap'
    row.style.color = colour
    const formula = document.createElement('span')
    typesetFormula(formula, { latex, isBlock: false, source: latex })
    row.append(formula)
    box.append(row)
    return row
  })
  document.body.append(box)
  try {
    await loadFonts(rows.flatMap(listTexts))
    return rows.map(readInk)
  } finally {
    box.remove()
  }
}

async function loadFonts(texts: Text[]): Promise<void> {
  const fonts = new Set(texts.map((text) => fontOf(text)))
  const letters = texts.map(({ data }) => data).join('')
  await Promise.all([...fonts].map((font) => document.fonts.load(font, letters)))
}

function readInk(row: HTMLElement): FormulaInk {
  const { x, y, width, height } = row.getBoundingClientRect()
  const shapes = [
    ...[...row.querySelectorAll<HTMLElement>('.katex-html *')].flatMap(readLines),
    ...[...row.querySelectorAll('svg')].flatMap(readPaths),
    ...listTexts(row).map(readText),
  ]
  return {
    width: width / measuredFontPx,
    height: height / measuredFontPx,
    draw(context) {
      context.save()
      context.scale(1 / measuredFontPx, 1 / measuredFontPx)
      context.translate(-x, -y)
      for (const shape of shapes) shape(context)
      context.restore()
    },
  }
}

/** The letters, without those for screen readers. */
function listTexts(row: HTMLElement): Text[] {
  const texts: Text[] = []
  const walker = document.createTreeWalker(row, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const text = walker.currentNode as Text
    if (!text.parentElement?.closest('.katex-mathml, svg')) texts.push(text)
  }
  return texts
}

function readText(text: Text): Shape {
  const range = document.createRange()
  range.selectNodeContents(text)
  const { left } = range.getBoundingClientRect()
  const [baseline, font, colour] = [baselineOf(text), fontOf(text), styleOf(text).color]
  return (context) => {
    context.font = font
    context.fillStyle = colour
    context.textBaseline = 'alphabetic'
    context.textAlign = 'left'
    context.fillText(text.data, left, baseline)
  }
}

/** An empty box beside the text stands on its baseline. */
function baselineOf(text: Text): number {
  const probe = document.createElement('span')
  probe.style.cssText = 'display:inline-block;width:0;height:0;margin:0;padding:0;vertical-align:baseline'
  text.before(probe)
  const { bottom } = probe.getBoundingClientRect()
  probe.remove()
  return bottom
}

function fontOf(text: Text): string {
  const { fontStyle, fontWeight, fontSize, fontFamily } = styleOf(text)
  return `${fontStyle} ${fontWeight} ${fontSize} ${fontFamily}`
}

function styleOf(text: Text): CSSStyleDeclaration {
  return getComputedStyle(text.parentElement as HTMLElement)
}

/** The lines of fractions, tables and frames are borders of elements. */
function readLines(element: HTMLElement): Shape[] {
  const style = getComputedStyle(element)
  const { left, top, right, bottom, width, height } = element.getBoundingClientRect()
  const fill = (colour: string, ...[x, y, w, h]: [number, number, number, number]): Shape[] =>
    w > 0 && h > 0
      ? [
          (context) => {
            context.fillStyle = colour
            context.fillRect(x, y, w, h)
          },
        ]
      : []
  const [above, below] = [borderWidth(style, 'top'), borderWidth(style, 'bottom')]
  const [before, after] = [borderWidth(style, 'left'), borderWidth(style, 'right')]
  return [
    ...(style.backgroundColor === 'rgba(0, 0, 0, 0)' ? [] : fill(style.backgroundColor, left, top, width, height)),
    ...fill(style.borderTopColor, left, top, width, above),
    ...fill(style.borderBottomColor, left, bottom - below, width, below),
    ...fill(style.borderLeftColor, left, top, before, height),
    ...fill(style.borderRightColor, right - after, top, after, height),
  ]
}

function borderWidth(style: CSSStyleDeclaration, side: 'top' | 'right' | 'bottom' | 'left'): number {
  const isShown = style.getPropertyValue(`border-${side}-style`) !== 'none'
  return isShown ? Number.parseFloat(style.getPropertyValue(`border-${side}-width`)) || 0 : 0
}

/** Roots, arrows, braces and other stretched signs are paths and lines. */
function readPaths(svg: SVGSVGElement): Shape[] {
  const colour = getComputedStyle(svg).color
  const window = visibleWindow(svg)
  return [...svg.querySelectorAll<SVGPathElement | SVGLineElement>('path, line')].flatMap((sign) => {
    const matrix = sign.getScreenCTM()
    if (!matrix) return []
    const { a, b, c, d, e, f } = matrix
    const lineWidth = Number.parseFloat(getComputedStyle(sign).strokeWidth) || 0
    return [
      (context) => {
        context.save()
        const clip = new Path2D()
        clip.rect(window.left, window.top, window.right - window.left, window.bottom - window.top)
        context.clip(clip)
        context.transform(a, b, c, d, e, f)
        context.fillStyle = colour
        context.strokeStyle = colour
        const outline = sign instanceof SVGPathElement ? new Path2D(sign.getAttribute('d') ?? '') : null
        if (outline) context.fill(outline)
        else strokeLine(context, sign as SVGLineElement, lineWidth)
        context.restore()
      },
    ]
  })
}

function strokeLine(context: CanvasRenderingContext2D, line: SVGLineElement, width: number): void {
  const [from, to] = [cornerOf(line.x1, line.y1), cornerOf(line.x2, line.y2)]
  context.lineWidth = width
  context.beginPath()
  context.moveTo(from.x, from.y)
  context.lineTo(to.x, to.y)
  context.stroke()
}

function cornerOf(x: SVGAnimatedLength, y: SVGAnimatedLength): Corner {
  return { x: x.baseVal.value, y: y.baseVal.value }
}

/** The part of a sign that the elements around it do not clip. Stretched signs are much wider than their box. */
function visibleWindow(svg: SVGSVGElement) {
  let { left, top, right, bottom } = svg.getBoundingClientRect()
  for (let around = svg.parentElement; around && !around.classList.contains('katex'); around = around.parentElement) {
    if (getComputedStyle(around).overflowX === 'visible') continue
    const box = around.getBoundingClientRect()
    left = Math.max(left, box.left)
    top = Math.max(top, box.top)
    right = Math.min(right, box.right)
    bottom = Math.min(bottom, box.bottom)
  }
  return { left, top, right, bottom }
}
