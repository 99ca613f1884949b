import { useEffect, useState } from 'react'
import { describeChange, type ScreenFacts } from '#app/call/stage/captions.ts'

/** Long enough to skip a change that is undone immediately, and short enough to stay current. */
const debounceMs = 1_500

/** Announces screen changes to screen readers, politely and once. */
export function StateCaption({ facts }: { facts: ScreenFacts }) {
  const other = useDebounced(facts.other)
  const now = { ...facts, other }
  const [last, setLast] = useState<{ facts: ScreenFacts; text: string | null; count: number }>(() => ({
    facts: now,
    text: describeChange(null, now),
    count: 0,
  }))
  if (Object.keys(now).some((name) => now[name as keyof ScreenFacts] !== last.facts[name as keyof ScreenFacts])) {
    const text = describeChange(last.facts, now)
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
  const json = JSON.stringify(value)
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(JSON.parse(json) as Value), debounceMs)
    return () => clearTimeout(timer)
  }, [json])
  return settled
}
