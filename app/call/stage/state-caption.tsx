import { useEffect, useState } from 'react'
import { captionOf, type ScreenFacts } from '#app/call/stage/captions.ts'

/** Short enough to hear who switches what, long enough for a switch that is thought better of. */
const debounceMs = 1_500

/** For those who do not see the screen: what changes on it, said politely and once. */
export function StateCaption({ facts }: { facts: ScreenFacts }) {
  const other = useDebounced(facts.other)
  const now = { ...facts, other }
  const [last, setLast] = useState<{ facts: ScreenFacts; text: string | null; count: number }>(() => ({
    facts: now,
    text: captionOf(null, now),
    count: 0,
  }))
  if (
    Object.keys(now).some((name) => now[name as keyof ScreenFacts] !== last.facts[name as keyof ScreenFacts])
  ) {
    const text = captionOf(last.facts, now)
    setLast({ facts: now, text: text ?? last.text, count: last.count + (text ? 1 : 0) })
  }
  // The key makes the same words, said twice, a change. By its attribute a dialog of the call knows that it must not be hidden.
  return (
    <div role="status" aria-live="polite" className="sr-only">
      <p key={last.count}>{last.text}</p>
    </div>
  )
}

/** What stays as it is for a moment; each second brings an object of its own, though nothing has changed. */
function useDebounced<Value extends object | null>(value: Value): Value {
  const written = JSON.stringify(value)
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(JSON.parse(written) as Value), debounceMs)
    return () => clearTimeout(timer)
  }, [written])
  return settled
}
