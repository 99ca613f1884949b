import { type DragEvent, useState } from 'react'

/**
 * Accepts files dropped on an element, or only the first of them. `isOver` is true while a file is dragged over it.
 * Ignores drops while busy.
 */
export function useDrop(onDropped: (first: File | undefined, all: File[]) => void, busy = false) {
  const [isOver, setIsOver] = useState(false)
  const onDrag = (event: DragEvent) => {
    event.preventDefault()
    setIsOver(event.type === 'dragover' && !busy)
  }
  const onDrop = (event: DragEvent) => {
    onDrag(event)
    const all = [...event.dataTransfer.files]
    if (!busy) onDropped(all[0], all)
  }
  return { isOver, dropProps: { onDragOver: onDrag, onDragLeave: onDrag, onDrop } }
}
