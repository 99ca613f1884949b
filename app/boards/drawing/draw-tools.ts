import type { LiveDrawing } from '#app/boards/document/live-drawings.ts'
import type { Tool } from '#app/boards/drawing/board-view.ts'
import { beginDrawing, type DrawingOptions } from '#app/boards/drawing/draw-gesture.ts'
import { beginErasing } from '#app/boards/drawing/erase-gesture.ts'
import { findTouched } from '#app/boards/drawing/find-touched.ts'
import type { Gesture, PenStart } from '#app/boards/drawing/gesture.ts'
import { beginMoving } from '#app/boards/drawing/move-gesture.ts'

type Options = Omit<DrawingOptions, 'drawings'> & {
  /** The place for a new text or formula, or one that exists. */
  onWrite(place: WritePlace): void
}

export type WritePlace = { kind: 'text' | 'formula'; x: number; y: number; id: string | null }

export type DrawTools = ReturnType<typeof createDrawTools>

/** Turns touches and key presses into elements, by the chosen tool. */
export function createDrawTools({ onWrite, ...options }: Options) {
  const { model, view } = options
  const drawings = new Map<string, LiveDrawing>()
  /** The gestures that have neither ended nor been cancelled. */
  const running = new Set<Gesture>()

  return {
    drawings: () => drawings.values(),
    forget: (id: string) => void drawings.delete(id),
    begin(start: PenStart, tool: Tool = view.state().tool): Gesture | null {
      model.endStep()
      const gesture = use(start, tool)
      return gesture && track(gesture)
    },
    /**
     * Does nothing during a gesture, which relies on the elements that existed at its start. The same applies to
     * `redo`.
     */
    undo(): void {
      if (running.size === 0) model.undo()
    },
    redo(): void {
      if (running.size === 0) model.redo()
    },
    /** Opens the selected text or formula. */
    editSelected,
    removeSelected(): void {
      const { selected } = view.state()
      if (!selected) return
      model.endStep()
      model.remove([selected])
      model.endStep()
      view.change({ selected: null })
    },
  }

  function use(start: PenStart, tool: Tool): Gesture | null {
    if (tool === 'eraser') return beginErasing({ model, view }, start)
    if (tool === 'move') return beginMoving({ model, view, onSecondTap: editSelected }, start)
    if (tool === 'text' || tool === 'formula') return beginWriting(start, tool)
    return beginDrawing({ ...options, drawings }, start, tool)
  }

  function track(gesture: Gesture): Gesture {
    const tracked: Gesture = {
      move: gesture.move,
      end() {
        running.delete(tracked)
        gesture.end()
      },
      cancel() {
        running.delete(tracked)
        gesture.cancel()
      },
    }
    running.add(tracked)
    return tracked
  }

  function editSelected(): void {
    const element = model.get(view.state().selected ?? '')
    if (element?.kind !== 'text' && element?.kind !== 'formula') return
    const { kind, x, y, id } = element
    onWrite({ kind, x, y, id })
  }

  function beginWriting({ x, y }: PenStart, kind: 'text' | 'formula'): Gesture {
    const existing = findTouched({ model, view }, { x, y })
    return {
      move: () => undefined,
      end() {
        if (existing?.kind === kind) onWrite({ kind, x: existing.x, y: existing.y, id: existing.id })
        else onWrite({ kind, x: Math.round(x), y: Math.round(y), id: null })
      },
      cancel: () => undefined,
    }
  }
}
