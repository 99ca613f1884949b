import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import fc from 'fast-check'
import { Blob, Face, Font } from 'harfbuzzjs'
import { expect, test } from 'vitest'
import { drawableText, outlineText, splitGraphemes } from '#domain/experts/outlined-text.server.ts'

const bold = { weight: 'bold', sizePx: 1_000 } as const
const measureWidth = (text: string) => outlineText(text, bold).widthPx
const listShapes = (text: string) => outlineText(text, bold).svg.match(/ d="[^"]+"/g) ?? []

test.each(['Ravi Shankar', 'Rādhikā Śarmā', 'Kṛṣṇa Ḍhaṇḍhā', 'Nguyễn', 'सुनीता राव', 'क्षत्रिय', '₹10/min', '4.5 (…)'])(
  '%s is drawn completely, without the box of a missing glyph',
  async (text) => {
    const boxes = await Promise.all(fontFiles.map(readMissingGlyph))
    expect(drawableText(text).normalize('NFC')).toBe(text)
    const shapes = listShapes(drawableText(text))
    expect(shapes.length).toBeGreaterThanOrEqual(splitGraphemes(text.replaceAll(' ', '')).length)
    for (const box of boxes) expect(shapes).not.toContain(` d="${box}"`)
  },
)

test('letters with marks differ from plain letters', () => {
  for (const [marked, plain] of ['āa', 'Śs', 'ṛr', 'ṣs', 'ṁm', 'ñn']) {
    expect(listShapes(drawableText(marked ?? ''))).not.toEqual(listShapes(plain ?? ''))
  }
})

test('Devanagari is shaped: conjuncts join, a short i precedes its consonant, a reph is above it', () => {
  const separate = (text: string) => text.replaceAll('\u094d', '\u094d\u200c')
  for (const conjunct of ['क्ष', 'त्र', 'ज्ञ', 'श्र']) {
    expect(listShapes(conjunct)).toHaveLength(1)
    expect(listShapes(conjunct)).not.toEqual(listShapes(separate(conjunct)))
    expect(measureWidth(conjunct)).toBeLessThan(measureWidth(separate(conjunct)))
  }
  expect(listShapes('कि')[1]).toBe(listShapes('क')[0])
  expect(listShapes('र्क')[0]).toBe(listShapes('क')[0])
})

test.each([
  ['Ravi 😀 Shankar', 'Ravi Shankar'],
  ['Ravi👩🏽‍🏫', 'Ravi'],
  [' Ravi\n\tShankar\u0000 ', 'Ravi Shankar'],
  ['\u202eRavi\u202c\u200b\ufeff', 'Ravi'],
  ['Ravi முருகன்', 'Ravi'],
  ['R\u0430vi Shankar', 'Shankar'],
  ['محمد', ''],
  ['\uffff\ud800\ue000', ''],
  ['\u0323 \u093f', ''],
  ['<b>&amp;"', '<b>&amp;"'],
])('%j is drawn as %j', (text, drawn) => {
  expect(drawableText(text)).toBe(drawn)
})

test('stacked marks and endless conjuncts are limited', () => {
  expect(drawableText(`a${'\u0301'.repeat(400)}`).length).toBeLessThan(6)
  expect(drawableText('क्'.repeat(400)).length).toBeLessThanOrEqual(16)
})

test('outlines contain only numbers and shapes for any input', () => {
  const anything = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme', maxLength: 40 }))
  const shapesOnly =
    /^<g transform="scale\(1 -1\)">(<path transform="translate\([-\d.e ]+\)" d="[-\d., MLQCZ]*"\/>)*<\/g>$/
  fc.assert(
    fc.property(anything, (text) => {
      for (const drawn of [text, drawableText(text)]) expect(outlineText(drawn, bold).svg).toMatch(shapesOnly)
    }),
  )
})

const fontFiles = [
  '@expo-google-fonts/figtree/700Bold/Figtree_700Bold.ttf',
  '@expo-google-fonts/noto-sans-devanagari/700Bold/NotoSansDevanagari_700Bold.ttf',
]

async function readMissingGlyph(file: string): Promise<string> {
  const bytes = await readFile(createRequire(import.meta.url).resolve(file))
  const path = new Font(new Face(new Blob(bytes))).glyphToPath(0)
  expect(path).toMatch(/^M/)
  return path
}
