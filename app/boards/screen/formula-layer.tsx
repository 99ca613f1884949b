import { useEffect, useRef } from 'react'
import type { BoardElement } from '#app/boards/document/elements.ts'
import type { BoardView, BoardViewState } from '#app/boards/drawing/board-view.ts'
import { shadeOf } from '#app/boards/drawing/palette.ts'
import { Formula } from '#app/ui/formula.tsx'

type Props = {
  view: BoardView
  formulas: Extract<BoardElement, { kind: 'formula' }>[]
  /** The element that is being moved, and how far. */
  moved?: Pick<BoardViewState, 'selected' | 'movedBy'>
}

/** The formulas of a page, above the canvas, moving with it. Screen readers have them in the list of texts. */
export function FormulaLayer({ view, formulas, moved }: Props) {
  const layer = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const followView = () => {
      const { x, y, zoom } = view.viewport()
      layer.current?.style.setProperty('transform', `scale(${zoom}) translate(${-x}px, ${-y}px)`)
    }
    followView()
    return view.onMove(followView)
  }, [view])
  const placeOf = ({ id, x, y }: Props['formulas'][number]) => {
    const by = id === moved?.selected ? moved.movedBy : null
    return `translate(${x + (by?.x ?? 0)}px, ${y + (by?.y ?? 0)}px)`
  }
  return (
    <div aria-hidden="true" className="pointer-events-none absolute inset-0 overflow-hidden">
      <div ref={layer} className="absolute top-0 left-0 origin-top-left">
        {formulas.map((formula) => (
          <div
            key={formula.id}
            className="absolute top-0 left-0 leading-tight whitespace-nowrap"
            style={{
              transform: placeOf(formula),
              fontSize: formula.size,
              color: shadeOf(formula.colour, view.theme()),
            }}
          >
            <Formula latex={formula.tex} isBlock={false} source={formula.tex} />
          </div>
        ))}
      </div>
    </div>
  )
}
