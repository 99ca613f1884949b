import katex from 'katex'

export { default as formulaStyles } from 'katex/dist/katex-swap.min.css?inline'

/** Formulas come from other people: no links, no pictures, no styles, no long work, nothing huge. */
const limits = { trust: false, strict: 'ignore', maxExpand: 100, maxSize: 10 } as const

export type FormulaSource = {
  latex: string
  /** On a line of its own. */
  isBlock: boolean
  /** Shown if the formula cannot be drawn. */
  source: string
}

/** Fills an element with a formula. The visible part is hidden from screen readers, which read the MathML beside it. */
export function typesetFormula(box: HTMLElement, { latex, isBlock, source }: FormulaSource): void {
  try {
    katex.render(latex, box, {
      ...limits,
      displayMode: isBlock,
      output: 'htmlAndMathml',
      errorColor: 'currentColor',
      throwOnError: true,
    })
  } catch {
    // Not LaTeX, or more work than allowed.
    box.textContent = source
  }
}
