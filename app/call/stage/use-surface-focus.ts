import { useRef } from 'react'

/** A call that comes takes the focus from whatever somebody does, gives it to no button that a key could press, and gives it back. */
export function useSurfaceFocus() {
  const before = useRef<Element>(null)
  return {
    onOpenAutoFocus(event: Event): void {
      event.preventDefault()
      before.current = document.activeElement
      if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus()
    },
    onCloseAutoFocus(event: Event): void {
      event.preventDefault()
      if (before.current instanceof HTMLElement && before.current.isConnected) before.current.focus()
    },
  }
}
