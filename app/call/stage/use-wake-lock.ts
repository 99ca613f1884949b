import { useEffect } from 'react'

/**
 * Keeps the screen on during a call. Browsers release the lock whenever the page is hidden, so it is requested again.
 */
export function useWakeLock(): void {
  useEffect(() => {
    if (!('wakeLock' in navigator)) return
    let lock: WakeLockSentinel | null = null
    let isOver = false
    const keepAwake = async () => {
      if (document.visibilityState !== 'visible' || (lock && !lock.released)) return
      try {
        lock = await navigator.wakeLock.request('screen')
        if (isOver) await lock.release()
      } catch {
        // The browser may refuse the lock when the battery is low.
      }
    }
    void keepAwake()
    document.addEventListener('visibilitychange', keepAwake)
    return () => {
      isOver = true
      document.removeEventListener('visibilitychange', keepAwake)
      void lock?.release()
    }
  }, [])
}
