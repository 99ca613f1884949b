import { type PointerEvent, type RefObject, useRef, useState } from 'react'

/** Clockwise. */
const corners = ['bottom right', 'bottom left', 'top left', 'top right'] as const
export type Corner = (typeof corners)[number]

/** A pointer movement shorter than this is a tap. */
const tapPx = 6

export type CornerPlacement = ReturnType<typeof useCorner>

/** Places the small window in a corner. A button moves it to the next corner, dragging to the nearest. */
export function useCorner(surface: RefObject<HTMLElement | null>, onTap: () => void) {
  const [corner, setCorner] = useState<Corner>('bottom right')
  const dragStart = useRef<{ x: number; y: number } | null>(null)
  const translate = (x: number, y: number) => {
    surface.current?.style.setProperty('translate', `${x}px ${y}px`)
  }
  const endDrag = () => {
    dragStart.current = null
    surface.current?.style.removeProperty('translate')
  }
  return {
    corner,
    moveToNextCorner: () => setCorner(nextCorner(corner)),
    handlers: {
      onPointerDown({ target, currentTarget, clientX, clientY, pointerId }: PointerEvent<HTMLElement>): void {
        // Dialogs of the call are elsewhere in the DOM, but React events bubble from them to this element.
        if (!(target instanceof Element) || !currentTarget.contains(target) || target.closest('button')) return
        dragStart.current = { x: clientX, y: clientY }
        currentTarget.setPointerCapture(pointerId)
      },
      onPointerMove({ clientX, clientY }: PointerEvent<HTMLElement>): void {
        if (dragStart.current) translate(clientX - dragStart.current.x, clientY - dragStart.current.y)
      },
      onPointerUp({ clientX, clientY, currentTarget }: PointerEvent<HTMLElement>): void {
        if (!dragStart.current) return
        const { x, y } = dragStart.current
        const hasMoved = Math.hypot(clientX - x, clientY - y) >= tapPx
        if (hasMoved) setCorner(nearestCorner(currentTarget.getBoundingClientRect(), window))
        endDrag()
        if (!hasMoved) onTap()
      },
      onPointerCancel: endDrag,
    },
  }
}

export function nextCorner(corner: Corner): Corner {
  return corners[(corners.indexOf(corner) + 1) % corners.length] ?? corner
}

/** The corner of the page nearest to the centre of the window. */
export function nearestCorner(
  { left, top, width, height }: Pick<DOMRect, 'left' | 'top' | 'width' | 'height'>,
  { innerWidth, innerHeight }: { innerWidth: number; innerHeight: number },
): Corner {
  const isTop = top + height / 2 < innerHeight / 2
  const isLeft = left + width / 2 < innerWidth / 2
  return `${isTop ? 'top' : 'bottom'} ${isLeft ? 'left' : 'right'}`
}
