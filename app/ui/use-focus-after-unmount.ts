import { type RefObject, useLayoutEffect } from 'react'

/**
 * Moves the focus when the element that contains it unmounts; otherwise the next Tab would start at the top of the
 * page.
 */
export function useFocusAfterUnmount(
  unmounting: RefObject<HTMLElement | null>,
  findNextFocus: (unmountedElement: HTMLElement) => HTMLElement | null | undefined,
): void {
  useLayoutEffect(() => {
    const unmountedElement = unmounting.current
    return () => {
      if (unmountedElement?.contains(document.activeElement)) findNextFocus(unmountedElement)?.focus()
    }
  }, [unmounting, findNextFocus])
}
