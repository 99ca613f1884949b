import { useEffect, useState } from 'react'

/** The server's time at first, so that hydration matches, then the browser's time, updated every 30 seconds. */
export function useNow(serverNow: Date): Date {
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    const updateNow = () => setNow(new Date())
    updateNow()
    const timer = setInterval(updateNow, 30_000)
    return () => clearInterval(timer)
  }, [serverNow])
  return now
}
