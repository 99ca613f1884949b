import { useEffect, useState } from 'react'

/** The server's clock, as it was told with the page and has gone on since; nobody's own clock counts. */
export function useServerNow(serverTime: Date): Date {
  const [now, setNow] = useState(serverTime)
  useEffect(() => {
    const since = performance.now()
    const tick = () => setNow(new Date(serverTime.getTime() + performance.now() - since))
    tick()
    const timer = setInterval(tick, 1_000)
    return () => clearInterval(timer)
  }, [serverTime])
  return now
}
