import { useEffect, useRef } from 'react'

/** A formula in LaTeX, typeset as soon as KaTeX has loaded. Until then, and without it, the LaTeX is shown. */
export function Formula({ tex }: { tex: string }) {
  const element = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    let isCurrent = true
    const render = async () => {
      try {
        const { renderFormula } = await import('#app/boards/screen/katex.ts')
        if (isCurrent && element.current) renderFormula(tex, element.current)
      } catch {
        // The LaTeX stays visible.
      }
    }
    void render()
    return () => {
      isCurrent = false
    }
  }, [tex])
  return (
    <span key={tex} ref={element}>
      {tex}
    </span>
  )
}
