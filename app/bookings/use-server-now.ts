import { useEffect, useState } from 'react'

/** The server's clock, as it was told with the page and has gone on since; nobody's own clock counts. */
export function useServerNow(told: Date): Date {
  const [now, setNow] = useState(told)
  useEffect(() => {
    const since = performance.now()
    const tick = () => setNow(new Date(told.getTime() + performance.now() - since))
    tick()
    const timer = setInterval(tick, 1_000)
    return () => clearInterval(timer)
  }, [told])
  return now
}
