import katex from 'katex'
import styles from 'katex/dist/katex-swap.min.css?inline'
import { useLayoutEffect, useRef } from 'react'

export type FormulaProps = {
  latex: string
  /** On a line of its own. */
  isBlock: boolean
  /** Shown until the formula is drawn, and if it cannot be. */
  source: string
}

/** Formulas come from other people: no links, no pictures, no styles, no long work, nothing huge. */
const limits = { trust: false, strict: 'ignore', maxExpand: 100, maxSize: 10 } as const

/** The visible formula is hidden from screen readers, which read the MathML beside it. */
export function DrawnFormula({ latex, isBlock, source }: FormulaProps) {
  const box = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    if (!box.current) return
    try {
      katex.render(latex, box.current, {
        ...limits,
        displayMode: isBlock,
        output: 'htmlAndMathml',
        errorColor: 'currentColor',
        throwOnError: true,
      })
    } catch {
      // Not LaTeX, or more work than allowed.
      box.current.textContent = source
    }
  }, [latex, isBlock, source])
  return (
    <>
      <style href="katex" precedence="default">
        {styles}
      </style>
      <span ref={box} />
    </>
  )
}
