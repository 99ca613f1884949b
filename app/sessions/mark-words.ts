/** A piece of the text, with its position in the original. */
type MarkedPart = { text: string; isMarked: boolean; position: number }

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
  let position = from
  for (const [start, end] of ranges) {
    if (end <= position || start >= to) continue
    const [markStart, markEnd] = [Math.max(start, position), Math.min(end, to)]
    if (markStart > position) parts.push({ text: text.slice(position, markStart), isMarked: false, position })
    parts.push({ text: text.slice(markStart, markEnd), isMarked: true, position: markStart })
    position = markEnd
  }
  if (position < to) parts.push({ text: text.slice(position, to), isMarked: false, position })
  if (from > 0) parts.unshift({ text: '… ', isMarked: false, position: 0 })
  if (to < text.length) parts.push({ text: ' …', isMarked: false, position: to })
  return parts
}

function findRanges(text: string, words: string): [number, number][] {
  const { folded, starts } = foldWithPositions(text)
  const ranges: [number, number][] = []
  for (const word of words.split(/\s+/)) {
    const wanted = foldWithPositions(word).folded
    if (wanted === '') continue
    for (
      let position = folded.indexOf(wanted);
      position >= 0;
      position = folded.indexOf(wanted, position + wanted.length)
    ) {
      const end = endOfLetter(text, starts[position + wanted.length] ?? text.length)
      ranges.push([starts[position] ?? 0, end])
    }
  }
  return ranges.toSorted(([a], [b]) => a - b)
}

/** Like the function `fold` of the database, with the position of each character in the original. */
function foldWithPositions(text: string): { folded: string; starts: number[] } {
  const starts: number[] = []
  let folded = ''
  let position = 0
  for (const letter of text) {
    const base = letter
      .normalize('NFD')
      .replaceAll(/[\u0300-\u036f]/g, '')
      .toLowerCase()
    folded += base
    for (let index = 0; index < base.length; index += 1) starts.push(position)
    position += letter.length
  }
  return { folded, starts }
}

/** Vowel signs of Indian scripts and accents belong to the letter before them. */
function endOfLetter(text: string, end: number): number {
  let position = end
  while (/^[\p{M}\u200c\u200d]/u.test(text.slice(position, position + 1))) position += 1
  return position
}

/** Begins and ends at a space where there is one nearby. */
function excerptAround(text: string, position: number): [number, number] {
  if (text.length <= excerptLength) return [0, text.length]
  const from = position < excerptLength / 3 ? 0 : text.indexOf(' ', position - excerptLength / 3) + 1
  const start = from > 0 && from <= position ? from : Math.max(0, position - excerptLength / 3)
  const earliest = Math.floor(position < excerptLength / 3 ? 0 : start)
  const end = text.lastIndexOf(' ', earliest + excerptLength)
  return [earliest, end > position ? end : Math.min(text.length, earliest + excerptLength)]
}
