import { type DragEvent, useState } from 'react'

/** Lets a file be dropped on an element, and says while one hangs over it. Nothing is taken while it is busy. */
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
