import { useEffect, useEffectEvent } from 'react'

/**
 * Makes the browser's back button call `onBack` instead of leaving the page, as long as the component is mounted. The
 * added history entry has the URL of the page, and the router ignores it.
 */
export function useBackButton(onBack: () => void): void {
  const goBack = useEffectEvent(onBack)
  useEffect(() => {
    const ownEntry = crypto.randomUUID()
    const isOnOwnEntry = () => (history.state as { entry?: string } | null)?.entry === ownEntry
    const addEntry = () => history.pushState({ ...history.state, entry: ownEntry }, '')
    let isMounted = true
    const onPop = (event: PopStateEvent) => {
      event.stopImmediatePropagation()
      goBack()
      // The dialog may still be open, one step back.
      setTimeout(() => isMounted && addEntry())
    }
    addEntry()
    window.addEventListener('popstate', onPop, { capture: true })
    return () => {
      isMounted = false
      window.removeEventListener('popstate', onPop, { capture: true })
      // After a navigation the added entry is no longer current.
      if (!isOnOwnEntry()) return
      window.addEventListener('popstate', stopEvent, { capture: true, once: true })
      history.back()
    }
  }, [])
}

function stopEvent(event: Event): void {
  event.stopImmediatePropagation()
}
