import { useEffect, useRef } from 'react'
import type { BoardElement } from '#app/boards/document/elements.ts'
import type { BoardView } from '#app/boards/drawing/board-view.ts'
import { shadeOf } from '#app/boards/drawing/palette.ts'
import { Formula } from '#app/ui/formula.tsx'

type Props = { view: BoardView; formulas: Extract<BoardElement, { kind: 'formula' }>[] }

/** The formulas of a page, above the canvas, moving with it. Screen readers have them in the list of texts. */
export function FormulaLayer({ view, formulas }: Props) {
  const layer = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const followView = () => {
      const { x, y, zoom } = view.viewport()
      layer.current?.style.setProperty('transform', `scale(${zoom}) translate(${-x}px, ${-y}px)`)
    }
    followView()
    return view.onMove(followView)
  }, [view])
  return (
    <div aria-hidden="true" className="pointer-events-none absolute inset-0 overflow-hidden">
      <div ref={layer} className="absolute top-0 left-0 origin-top-left">
        {formulas.map(({ id, x, y, size, colour, tex }) => (
          <div
            key={id}
            className="absolute top-0 left-0 leading-tight whitespace-nowrap"
            style={{ transform: `translate(${x}px, ${y}px)`, fontSize: size, color: shadeOf(colour, view.theme()) }}
          >
            <Formula latex={tex} isBlock={false} source={tex} />
          </div>
        ))}
      </div>
    </div>
  )
}
