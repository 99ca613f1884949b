import { Fragment, Suspense } from 'react'
import type { FormulaProps } from '#app/ui/drawn-formula.tsx'
import { splitFormulas } from '#app/ui/find-formulas.ts'
import { createLazyModule } from '#app/ui/lazy-module.ts'
import { useHydrated } from '#app/ui/use-hydrated.ts'

/** KaTeX is loaded when the first formula is shown. */
const DrawnFormula = createLazyModule(() => import('#app/ui/drawn-formula.tsx')).component<FormulaProps>(
  (code) => code.DrawnFormula,
  ({ source }) => source,
)

/** A formula in LaTeX. Pages from the server show it as typed until their scripts run. */
export function Formula(props: FormulaProps) {
  if (!useHydrated()) return props.source
  return (
    <Suspense fallback={props.source}>
      <DrawnFormula {...props} />
    </Suspense>
  )
}

/** For the element around a `FormulaText`. Wide formulas scroll, and none covers what is around the text. */
export const formulaTextBox = 'overflow-x-auto overflow-y-hidden'

/** Plain text whose formulas are drawn. Everything else is shown as typed. */
export function FormulaText({ text }: { text: string }) {
  return splitFormulas(text).map((part, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- the parts of a text keep their places
    <Fragment key={index}>{'words' in part ? part.words : <Formula {...part} />}</Fragment>
  ))
}
