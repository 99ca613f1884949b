import { type RefObject, useEffect } from 'react'

/** Table shortcuts: j and k move between rows, and / focuses the search. Arrow keys work once a row has focus. */
export function useRowKeys(box: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isModified = event.altKey || event.ctrlKey || event.metaKey
      if (event.defaultPrevented || isModified || isTypingOrInDialog(event.target)) return
      if (event.key === '/') {
        const search = document.querySelector<HTMLInputElement>('input[data-table-search]')
        if (!search) return
        event.preventDefault()
        search.select()
        search.focus()
        return
      }
      const rows = [...(box.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])]
      const index = rows.indexOf(document.activeElement as HTMLElement)
      const step = steps[event.key]
      const isArrow = event.key.startsWith('Arrow')
      if (step === undefined || (isArrow && index === -1)) return
      event.preventDefault()
      rows[index === -1 ? 0 : Math.min(Math.max(index + step, 0), rows.length - 1)]?.focus()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [box])
}

const steps: Record<string, number> = { j: 1, k: -1, ArrowDown: 1, ArrowUp: -1 }

function isTypingOrInDialog(target: EventTarget | null): boolean {
  if (document.querySelector('[role=dialog]')) return true
  return (
    target instanceof Element &&
    target.closest('input:not([type=checkbox]), textarea, select, [contenteditable]') !== null
  )
}
