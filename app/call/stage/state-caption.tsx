import { useEffect, useState } from 'react'
import { captionOf, type ScreenFacts } from '#app/call/stage/captions.ts'

/** Short enough to be current, long enough to skip a change that is undone at once. */
const debounceMs = 1_500

/** Announces screen changes to screen readers, politely and once. */
export function StateCaption({ facts }: { facts: ScreenFacts }) {
  const other = useDebounced(facts.other)
  const now = { ...facts, other }
  const [last, setLast] = useState<{ facts: ScreenFacts; text: string | null; count: number }>(() => ({
    facts: now,
    text: captionOf(null, now),
    count: 0,
  }))
  if (Object.keys(now).some((name) => now[name as keyof ScreenFacts] !== last.facts[name as keyof ScreenFacts])) {
    const text = captionOf(last.facts, now)
    setLast({ facts: now, text: text ?? last.text, count: last.count + (text ? 1 : 0) })
  }
  // The key makes repeated text a change, so that it is announced again. Because of `aria-live`, dialogs of the call
  // do not hide this element.
  return (
    <div role="status" aria-live="polite" className="sr-only">
      <p key={last.count}>{last.text}</p>
    </div>
  )
}

/** Debounces by content: every second brings a new object, even when nothing has changed. */
function useDebounced<Value extends object | null>(value: Value): Value {
  const written = JSON.stringify(value)
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(JSON.parse(written) as Value), debounceMs)
    return () => clearTimeout(timer)
  }, [written])
  return settled
}
