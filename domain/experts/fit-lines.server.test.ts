import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fitLines } from '#domain/experts/fit-lines.server.ts'
import { drawableText, splitGraphemes, textWidthPx } from '#domain/experts/outlined-text.server.ts'

const style = { weight: 'bold', sizePx: 60 } as const
const space = { widthPx: 700, lines: 2 }

test('short text stays on one line', () => {
  expect(fitLines('Ravi Shankar', style, space)).toEqual(['Ravi Shankar'])
  expect(fitLines('', style, space)).toEqual([])
})

test('two lines have a similar length', () => {
  expect(fitLines('Dr. Arun Kumar Venkataraman Iyer', style, space)).toEqual(['Dr. Arun Kumar', 'Venkataraman Iyer'])
})

test('long text ends after a word, with an ellipsis and without a comma', () => {
  const title = 'Professor of physics, Bengaluru, and of many other things besides'
  expect(fitLines(title, style, space)).toEqual(['Professor of physics,', 'Bengaluru, and of many…'])
  expect(fitLines(title, style, { ...space, lines: 1 })).toEqual(['Professor of physics…'])
})

test('a word wider than the line is broken, but never inside a grapheme', () => {
  const name = 'क्षत्रियश्रीवास्तव'.repeat(6)
  const lines = fitLines(name, style, space)
  expect(lines).toHaveLength(2)
  const graphemes = splitGraphemes(name)
  const drawn = lines.flatMap((line) => splitGraphemes(line.replace('…', '')))
  expect(drawn).toEqual(graphemes.slice(0, drawn.length))
})

const syllables = 'Ra vi śā ṇa W. ij Th AV To क्ष त्रि र्म श्री ज्ञा न् हूँ'.split(' ').concat(' ', ', ')
const longTexts = fc
  .array(fc.constantFrom(...syllables), { minLength: 20, maxLength: 100 })
  .map((parts) => parts.join(''))

test('no line is wider than its space, and there are never more lines than allowed', () => {
  fc.assert(
    fc.property(longTexts, (text) => {
      const lines = fitLines(drawableText(text), style, space)
      expect(lines.length).toBeLessThanOrEqual(space.lines)
      for (const line of lines) expect(textWidthPx(line, style)).toBeLessThanOrEqual(space.widthPx)
    }),
  )
})
