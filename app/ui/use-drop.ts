import { type DragEvent, useState } from 'react'

/** Accepts a file dropped on an element. `isOver` is true while a file is dragged over it. Ignores drops while busy. */
export function useDrop(onFile: (file: File | undefined) => void, busy = false) {
  const [isOver, setIsOver] = useState(false)
  const onDrag = (event: DragEvent) => {
    event.preventDefault()
    setIsOver(event.type === 'dragover' && !busy)
  }
  const onDrop = (event: DragEvent) => {
    onDrag(event)
    if (!busy) onFile(event.dataTransfer.files[0])
  }
  return { isOver, zone: { onDragOver: onDrag, onDragLeave: onDrag, onDrop } }
}
