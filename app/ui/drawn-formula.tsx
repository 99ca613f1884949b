import { useLayoutEffect, useRef } from 'react'
import { type FormulaSource, formulaStyles, typesetFormula } from '#app/ui/typeset-formula.ts'

export type FormulaProps = FormulaSource

/** A formula with the styles that it needs. */
export function DrawnFormula({ latex, isBlock, source }: FormulaProps) {
  const box = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    if (box.current) typesetFormula(box.current, { latex, isBlock, source })
  }, [latex, isBlock, source])
  return (
    <>
      <style href="katex" precedence="default">
        {formulaStyles}
      </style>
      <span ref={box} />
    </>
  )
}
