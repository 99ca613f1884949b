import { useEffect, useState } from 'react'
import { captionOf, type Sight } from '#app/call/stage/captions.ts'

/** Short enough to hear who switches what, long enough for a switch that is thought better of. */
const settleMs = 1_500

/** For those who do not see the screen: what changes on it, said politely and once. */
export function StateCaption({ sight }: { sight: Sight }) {
  const other = useSettled(sight.other)
  const now = { ...sight, other }
  const [last, setLast] = useState<{ sight: Sight; words: string | null; count: number }>(() => ({
    sight: now,
    words: captionOf(null, now),
    count: 0,
  }))
  if (Object.keys(now).some((name) => now[name as keyof Sight] !== last.sight[name as keyof Sight])) {
    const words = captionOf(last.sight, now)
    setLast({ sight: now, words: words ?? last.words, count: last.count + (words ? 1 : 0) })
  }
  // The key makes the same words, said twice, a change. By its attribute a dialog of the call knows that it must not be hidden.
  return (
    <div role="status" aria-live="polite" className="sr-only">
      <p key={last.count}>{last.words}</p>
    </div>
  )
}

/** What stays as it is for a moment; each second brings an object of its own, though nothing has changed. */
function useSettled<Value extends object | null>(value: Value): Value {
  const written = JSON.stringify(value)
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(JSON.parse(written) as Value), settleMs)
    return () => clearTimeout(timer)
  }, [written])
  return settled
}
