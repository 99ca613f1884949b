import { useEffect, useState } from 'react'

/** Ticks every second from the server time of the page load, independent of the device clock. */
export function useServerNow(serverTime: Date): Date {
  const [now, setNow] = useState(serverTime)
  useEffect(() => {
    const startMs = performance.now()
    const tick = () => setNow(new Date(serverTime.getTime() + performance.now() - startMs))
    tick()
    const timer = setInterval(tick, 1_000)
    return () => clearInterval(timer)
  }, [serverTime])
  return now
}
