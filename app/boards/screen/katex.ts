import 'katex/dist/katex.min.css'
import katex from 'katex'

/** Formulas come from another person: no links, no pictures, no endless macros. */
const options = {
  throwOnError: false,
  trust: false,
  strict: 'ignore',
  maxSize: 20,
  maxExpand: 200,
  output: 'htmlAndMathml',
} as const

/** Shows a formula in an element. The element also contains it as MathML, which screen readers read. */
export function renderFormula(tex: string, element: HTMLElement): void {
  katex.render(tex, element, options)
}
