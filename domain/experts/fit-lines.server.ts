import { splitGraphemes, type TextStyle, textWidthPx } from '#domain/experts/outlined-text.server.ts'

type Space = { widthPx: number; lines: number }
type Grapheme = { text: string; widthPx: number }

/** Breaks a text into the available lines, between words where possible, and ends it with '…' when it is too long. */
export function fitLines(text: string, style: TextStyle, space: Space): string[] {
  const graphemes = measureGraphemes(text, style)
  const ellipsisPx = textWidthPx('…', style)
  const full = breakLines(graphemes, space, ellipsisPx)
  if (full.length < 2 || full.join(' ') !== text) return full
  // Two lines of similar length read better than a full line and a single word.
  const steps = 20
  for (let step = steps / 2; step < steps; step++) {
    const narrower = { widthPx: (space.widthPx * step) / steps, lines: full.length }
    const lines = breakLines(graphemes, narrower, ellipsisPx)
    if (lines.join(' ') === text) return lines
  }
  return full
}

function breakLines(graphemes: Grapheme[], { widthPx, lines: linesMax }: Space, ellipsisPx: number): string[] {
  const lines: string[] = []
  let rest = graphemes
  while (rest.length > 0) {
    const fitting = countFitting(rest, widthPx)
    if (fitting === rest.length) return [...lines, joinGraphemes(rest)]
    if (lines.length === linesMax - 1) {
      const inWord = countFitting(rest, widthPx - ellipsisPx)
      const wordEnd = findLastSpace(rest, inWord)
      const truncated = joinGraphemes(rest.slice(0, wordEnd > inWord / 2 ? wordEnd : inWord))
      return [...lines, `${truncated.replace(/[\s,;:·–—-]+$/u, '')}…`]
    }
    const wordEnd = findLastSpace(rest, fitting)
    const end = wordEnd > 0 ? wordEnd : Math.max(1, fitting)
    lines.push(joinGraphemes(rest.slice(0, end)))
    rest = rest.slice(rest[end]?.text === ' ' ? end + 1 : end)
  }
  return lines
}

/** Measures each grapheme alone. Ignores kerning, so a line can only be shorter than measured. */
function measureGraphemes(text: string, style: TextStyle): Grapheme[] {
  const widths = new Map<string, number>()
  return splitGraphemes(text).map((grapheme) => {
    const widthPx = widths.get(grapheme) ?? textWidthPx(grapheme, style)
    widths.set(grapheme, widthPx)
    return { text: grapheme, widthPx }
  })
}

function countFitting(graphemes: Grapheme[], widthPx: number): number {
  let takenPx = 0
  const first = graphemes.findIndex((grapheme) => (takenPx += grapheme.widthPx) > widthPx)
  return first < 0 ? graphemes.length : first
}

function findLastSpace(graphemes: Grapheme[], upTo: number): number {
  return graphemes.findLastIndex(({ text }, index) => text === ' ' && index <= upTo)
}

function joinGraphemes(graphemes: Grapheme[]): string {
  return graphemes.map(({ text }) => text).join('')
}
