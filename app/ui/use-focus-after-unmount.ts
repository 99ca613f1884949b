import { type RefObject, useLayoutEffect } from 'react'

/** What leaves the page with the focus in it hands the focus on; otherwise the next key would begin at the top of the page again. */
export function useFocusAfterUnmount(
  unmounting: RefObject<HTMLElement | null>,
  nextFocusOf: (unmountedElement: HTMLElement) => HTMLElement | null | undefined,
): void {
  useLayoutEffect(() => {
    const unmountedElement = unmounting.current
    return () => {
      if (unmountedElement?.contains(document.activeElement)) nextFocusOf(unmountedElement)?.focus()
    }
  }, [unmounting, nextFocusOf])
}
