import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import * as harfbuzz from 'harfbuzzjs'

// Loading this module loads HarfBuzz and reads the fonts, so it is imported when the first image is drawn, like sharp.

export type TextStyle = { weight: 'bold' | 'medium'; sizePx: number; trackingEm?: number }
/** A text as SVG. The baseline starts at 0,0. */
type Outline = { svg: string; widthPx: number }

type Face = { font: harfbuzz.Font; covers: Set<number>; language: string }
type Glyph = { font: harfbuzz.Font; id: number; x: number; y: number }

/** No line of an image fits more, so longer texts are cut before shaping. */
const textMaxLength = 300
/** Real letters have fewer marks. More stacked marks would overlap the line above. */
const marksMax = 4
const graphemeMaxLength = 16
/** The em square, in font units. */
const em = 1_000
const dotBelow = 0x323
const joiners = /[\u200c\u200d]/gu
const graphemes = new Intl.Segmenter('en-IN', { granularity: 'grapheme' })

const { resolve } = createRequire(import.meta.url)
const figtree = '@expo-google-fonts/figtree'
const noto = '@expo-google-fonts/noto-sans-devanagari'
/** A grapheme is drawn with the first face that contains it. */
const faces: Record<TextStyle['weight'], Face[]> = {
  bold: [
    await loadFace(`${figtree}/700Bold/Figtree_700Bold.ttf`, 'en'),
    await loadFace(`${noto}/700Bold/NotoSansDevanagari_700Bold.ttf`, 'hi'),
  ],
  medium: [
    await loadFace(`${figtree}/500Medium/Figtree_500Medium.ttf`, 'en'),
    await loadFace(`${noto}/500Medium/NotoSansDevanagari_500Medium.ttf`, 'hi'),
  ],
}
// Shared by all texts: the shaper frees buffers only on garbage collection, so new ones would grow its memory.
const buffer = new harfbuzz.Buffer()

/**
 * The part of a text that our fonts can draw on one line: no emoji, no words in other scripts, no invisible characters.
 */
export function drawableText(text: string): string {
  const plain = text
    .slice(0, textMaxLength)
    .toWellFormed()
    .normalize('NFC')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .replace(/[^\P{Cf}\u200c\u200d]/gu, '')
    .replace(new RegExp(`(\\p{M}{${marksMax}})\\p{M}+`, 'gu'), '$1')
  return plain.split(' ').map(drawableWord).filter(Boolean).join(' ')
}

/** Splits into graphemes, so that a cut never separates a vowel from its consonant. */
export function splitGraphemes(text: string): string[] {
  return Array.from(graphemes.segment(text), ({ segment }) => segment)
}

/** Converts text to outlines. The SVG contains none of the text itself, so the text cannot inject markup. */
export function outlineText(text: string, style: TextStyle): Outline {
  const { glyphs, width } = layOutText(text, style)
  const paths = glyphs.map(
    ({ font, id, x, y }) => `<path transform="translate(${x} ${y})" d="${font.glyphToPath(id)}"/>`,
  )
  const scale = style.sizePx / em
  return { svg: `<g transform="scale(${scale} ${-scale})">${paths.join('')}</g>`, widthPx: width * scale }
}

export function textWidthPx(text: string, style: TextStyle): number {
  return (layOutText(text, style).width * style.sizePx) / em
}

/** Drops emoji from a word. Drops a word with an undrawable letter, because the rest could read as another name. */
function drawableWord(word: string): string {
  const parts = splitGraphemes(word).map((grapheme) => ({
    grapheme,
    drawn: drawableGrapheme(grapheme),
  }))
  const lacksLetter = parts.some(({ grapheme, drawn }) => !drawn && /\p{L}/u.test(grapheme))
  return lacksLetter ? '' : parts.map(({ drawn }) => drawn).join('')
}

/** Drops marks that the fonts lack: 'ḻ' is drawn as 'l', which is better than a gap. */
function drawableGrapheme(grapheme: string): string {
  if (grapheme.length > graphemeMaxLength) return drawableGrapheme(grapheme.slice(0, graphemeMaxLength))
  const isMarkWithoutBase = /^[\p{M}\u200c\u200d]/u.test(grapheme)
  if (isMarkWithoutBase) return ''
  if (findFace(grapheme)) return grapheme
  const bare = grapheme.normalize('NFD').replace(/\p{M}/gu, (mark) => (findFace(`a${mark}`) ? mark : ''))
  return [bare.normalize('NFC'), bare].find((form) => findFace(form)) ?? ''
}

function findFace(grapheme: string, weight: TextStyle['weight'] = 'bold'): Face | undefined {
  const codes = Array.from(grapheme.replace(joiners, ''), (char) => char.codePointAt(0) ?? 0)
  if (codes.length === 0) return undefined
  return faces[weight].find(({ covers }) => codes.every((code) => covers.has(code)))
}

/** Lays out the runs of a text, each in its face, one after another. */
function layOutText(text: string, { weight, trackingEm = 0 }: TextStyle): { glyphs: Glyph[]; width: number } {
  const glyphs: Glyph[] = []
  let x = 0
  for (const run of splitRuns(text, weight)) {
    const tracking = run.face.language === 'en' ? trackingEm * em : 0
    x = layOutRun({ ...run, tracking, glyphs, x })
  }
  return { glyphs, width: x }
}

function splitRuns(text: string, weight: TextStyle['weight']): { face: Face; text: string }[] {
  const runs: { face: Face; text: string }[] = []
  for (const grapheme of splitGraphemes(text)) {
    const face = findFace(grapheme, weight)
    const last = runs.at(-1)
    if (face && last?.face === face) last.text += grapheme
    else if (face) runs.push({ face, text: grapheme })
  }
  return runs
}

type Run = { face: Face; text: string; tracking: number; glyphs: Glyph[]; x: number }

function layOutRun({ face, text, tracking, glyphs, x: start }: Run): number {
  const { font } = face
  const { plain, dotted } = extractDots(text)
  buffer.clearContents()
  buffer.addText(plain)
  buffer.setDirection(harfbuzz.Direction.LTR)
  buffer.setLanguage(face.language)
  buffer.guessSegmentProperties()
  harfbuzz.shape(font, buffer)
  const positions = buffer.getGlyphPositions()
  let x = start
  let base: Glyph | undefined
  buffer.getGlyphInfos().forEach(({ codepoint: id, cluster }, index) => {
    const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[index] ?? {}
    const glyph = { font, id, x: x + xOffset, y: yOffset }
    // The font cannot position some marks on this letter, such as the dot of 'ṁ'.
    if (base && xAdvance === 0 && xOffset === 0 && face.language === 'en') centreOn(base, glyph)
    // Glyph 0 is the box of a missing glyph. Drawable text has none.
    if (id !== 0) glyphs.push(glyph)
    if (xAdvance > 0 && dotted.has(cluster)) glyphs.push(createDotUnder(font, x + xAdvance / 2))
    if (xAdvance > 0) base = glyph
    x += xAdvance + (xAdvance > 0 ? tracking : 0)
  })
  return x
}

/** Neither font has the dot below, as in 'Kṛṣṇa'. A full stop under the letter draws the same dot. */
function extractDots(text: string): { plain: string; dotted: Set<number> } {
  const dotted = new Set<number>()
  let plain = ''
  for (const char of text) {
    if (char.codePointAt(0) === dotBelow) dotted.add(plain.length - 1)
    else plain += char
  }
  return { plain, dotted }
}

function createDotUnder(font: harfbuzz.Font, centre: number): Glyph {
  const id = font.nominalGlyph('.'.codePointAt(0) ?? 0) ?? 0
  return { font, id, x: centre - font.glyphHAdvance(id) / 2, y: -0.22 * em }
}

function centreOn(base: Glyph, mark: Glyph): void {
  const middle = ({ font, id }: Glyph) => {
    const { xBearing = 0, width = 0 } = font.glyphExtents(id) ?? {}
    return xBearing + width / 2
  }
  mark.x = base.x + middle(base) - middle(mark)
}

async function loadFace(file: string, language: string): Promise<Face> {
  const face = new harfbuzz.Face(new harfbuzz.Blob(await readFile(resolve(file))))
  const font = new harfbuzz.Font(face)
  font.setScale(em, em)
  const covers = new Set(face.collectUnicodes())
  if (language === 'en') covers.add(dotBelow)
  return { font, covers, language }
}
