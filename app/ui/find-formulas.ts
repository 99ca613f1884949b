/** A part of a text: words, or a formula in LaTeX. `source` is the formula as it was typed, with its marks. */
type TextPart = { words: string } | { latex: string; isBlock: boolean; source: string }

/** Longer formulas are shown as typed, because a hostile one would take seconds to draw. */
const formulaMaxLength = 500

/** The four ways to mark a formula. The first that fits at a position counts. */
const marks = /\\\[(.+?)\\\]|\\\((.+?)\\\)|\$\$(.+?)\$\$|(?<![\w$\\])\$(?![\s$])([^$\n]*[^$\s\\])\$(?![\w$])/gsu

/**
 * Splits a text into words and formulas. Dollars also mean money: "$5 and $6" has no formula, because a formula has no
 * space inside its marks, no letter or digit directly outside of them, and looks like one.
 */
export function splitFormulas(text: string): TextPart[] {
  const parts: TextPart[] = []
  let end = 0
  for (const found of text.matchAll(marks)) {
    const [source, bracketed, inParentheses, betweenTwoDollars, betweenDollars] = found
    const latex = (bracketed ?? inParentheses ?? betweenTwoDollars ?? betweenDollars ?? '').trim()
    const isMarkedByDollars = betweenTwoDollars !== undefined || betweenDollars !== undefined
    if (latex.length === 0 || latex.length > formulaMaxLength || (isMarkedByDollars && !looksLikeFormula(latex)))
      continue
    if (found.index > end) parts.push({ words: text.slice(end, found.index) })
    parts.push({ latex, isBlock: bracketed !== undefined || betweenTwoDollars !== undefined, source })
    end = found.index + source.length
  }
  if (end < text.length) parts.push({ words: text.slice(end) })
  return parts
}

/** An amount with words after it is a price: "$5 or 6$". Words without any sign are a sentence. */
function looksLikeFormula(latex: string): boolean {
  const withoutCommands = latex.replaceAll(/\\(text|mathrm|operatorname)\s*\{[^}]*\}|\\[a-z]+/gi, ' ')
  const hasWord = /\p{L}{2}/u.test(withoutCommands)
  if (/^[\d.,]+\s*([/-]\s*)?(\p{L}|$)/u.test(latex)) return !hasWord
  return !hasWord || !/\s/.test(latex.trim()) || /[\\^_=+*/<>|{}]|\d\s*-|-\s*\d/.test(latex)
}
