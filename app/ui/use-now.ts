import { useEffect, useState } from 'react'

/** The time as the server said it, so that both render the same words, and then this browser's, anew every half minute. */
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
