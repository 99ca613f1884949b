/** `at` is its position in the original text. */
export type MarkedPart = { text: string; isMarked: boolean; at: number }

/** Characters shown around the first marked word. */
const excerptLength = 160

/**
 * Cuts a text around the first word of the search and marks all words, even inside longer ones. Upper case and accents
 * do not matter, as in the search itself.
 */
export function markWords(text: string, words: string): MarkedPart[] {
  const ranges = findRanges(text, words)
  const [from, to] = excerptAround(text, ranges[0]?.[0] ?? 0)
  const parts: MarkedPart[] = []
  let at = from
  for (const [start, end] of ranges) {
    if (end <= at || start >= to) continue
    const [markStart, markEnd] = [Math.max(start, at), Math.min(end, to)]
    if (markStart > at) parts.push({ text: text.slice(at, markStart), isMarked: false, at })
    parts.push({ text: text.slice(markStart, markEnd), isMarked: true, at: markStart })
    at = markEnd
  }
  if (at < to) parts.push({ text: text.slice(at, to), isMarked: false, at })
  if (from > 0) parts.unshift({ text: '… ', isMarked: false, at: 0 })
  if (to < text.length) parts.push({ text: ' …', isMarked: false, at: to })
  return parts
}

function findRanges(text: string, words: string): [number, number][] {
  const { folded, starts } = foldWithPositions(text)
  const ranges: [number, number][] = []
  for (const word of words.split(/\s+/)) {
    const wanted = foldWithPositions(word).folded
    if (wanted === '') continue
    for (let at = folded.indexOf(wanted); at >= 0; at = folded.indexOf(wanted, at + wanted.length)) {
      const end = endOfLetter(text, starts[at + wanted.length] ?? text.length)
      ranges.push([starts[at] ?? 0, end])
    }
  }
  return ranges.toSorted(([a], [b]) => a - b)
}

/** Like the function `fold` of the database, with the position of each character in the original. */
function foldWithPositions(text: string): { folded: string; starts: number[] } {
  const starts: number[] = []
  let folded = ''
  let at = 0
  for (const letter of text) {
    const base = letter
      .normalize('NFD')
      .replaceAll(/[\u0300-\u036f]/g, '')
      .toLowerCase()
    folded += base
    for (let index = 0; index < base.length; index += 1) starts.push(at)
    at += letter.length
  }
  return { folded, starts }
}

/** Vowel signs of Indian scripts and accents belong to the letter before them. */
function endOfLetter(text: string, end: number): number {
  let at = end
  while (/^[\p{M}\u200c\u200d]/u.test(text.slice(at, at + 1))) at += 1
  return at
}

/** Begins and ends at a space where there is one nearby. */
function excerptAround(text: string, at: number): [number, number] {
  if (text.length <= excerptLength) return [0, text.length]
  const from = at < excerptLength / 3 ? 0 : text.indexOf(' ', at - excerptLength / 3) + 1
  const start = from > 0 && from <= at ? from : Math.max(0, at - excerptLength / 3)
  const earliest = Math.floor(at < excerptLength / 3 ? 0 : start)
  const end = text.lastIndexOf(' ', earliest + excerptLength)
  return [earliest, end > at ? end : Math.min(text.length, earliest + excerptLength)]
}
