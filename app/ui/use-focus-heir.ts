import { type RefObject, useLayoutEffect } from 'react'

/** What leaves the page with the focus in it hands the focus on; otherwise the next key would begin at the top of the page again. */
export function useFocusHeir(
  leaving: RefObject<HTMLElement | null>,
  heirOf: (own: HTMLElement) => HTMLElement | null | undefined,
): void {
  useLayoutEffect(() => {
    const own = leaving.current
    return () => {
      if (own?.contains(document.activeElement)) heirOf(own)?.focus()
    }
  }, [leaving, heirOf])
}
