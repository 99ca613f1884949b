import { describe, expect, test } from 'vitest'
import { markWords } from '#app/sessions/mark-words.ts'

/** The text with its marked words in brackets. */
const marked = (text: string, words: string) =>
  markWords(text, words)
    .map((part) => (part.isMarked ? `[${part.text}]` : part.text))
    .join('')

describe('words in a line', () => {
  test.each([
    ['Why does ICE float?', 'ice', 'Why does [ICE] float?'],
    ['Why does ICE float?', 'float why', '[Why] does ICE [float]?'],
    ['At the Café, cafe', 'cafe', 'At the [Café], [cafe]'],
    ['hydrogen bonds', 'bond', 'hydrogen [bond]s'],
    ['aaaa', 'aa', '[aa][aa]'],
    ['गणित के सवाल', 'गणित', '[गणित] के सवाल'],
    // The vowel sign belongs to the letter.
    ['पानी में', 'पान', '[पानी] में'],
    ['बर्फ़ का घनत्व', 'बर्फ़', '[बर्फ़] का घनत्व'],
    ['no such thing', 'ice', 'no such thing'],
    ['', 'ice', ''],
    ['<b>ice</b>', 'ice', '<b>[ice]</b>'],
    ['100% sure. 50_50', '100% _', '[100%] sure. 50[_]50'],
    ['abc', 'ab bc', '[ab][c]'],
  ])('of "%s" for "%s" are marked: %s', (text, words, expected) => {
    expect(marked(text, words)).toBe(expected)
  })

  test('of a long text are shown with the text around the first of them', () => {
    const text = `${'word '.repeat(100)}density ${'more '.repeat(100)}`
    const shown = marked(text, 'density')
    expect(shown).toMatch(/^… word .*word \[density\] more .*more …$/)
    expect(shown.length).toBeLessThan(180)
    expect(marked('x'.repeat(500), 'y')).toBe(`${'x'.repeat(160)} …`)
    expect(marked(`density ${'more '.repeat(100)}`, 'density')).toMatch(/^\[density\] more .*more …$/)
  })

  test('always keep the whole text or a part of it', () => {
    for (const position of [0, 10, 100, 400, 499]) {
      const text = `${'x'.repeat(position)}ice${'y'.repeat(500 - position)}`
      const parts = markWords(text, 'ice')
      expect(parts.filter(({ isMarked }) => isMarked)).toEqual([{ text: 'ice', isMarked: true, position }])
      expect(text).toContain(
        parts
          .map((part) => part.text)
          .join('')
          .replaceAll('… ', '')
          .replaceAll(' …', ''),
      )
    }
  })
})
