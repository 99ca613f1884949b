import { type ComponentType, useEffect, useState } from 'react'
import { onToast, type Toast } from '#app/ui/toast.ts'

const loadToaster = () => import('#app/ui/toaster.tsx')

/**
 * Stands once in the frame. The code that draws toasts is fetched when the page has nothing better to do, because the first
 * toast may be the one that says that there is no network.
 */
export function ToastHost() {
  const [Toaster, setToaster] = useState<ComponentType<{ first: Toast[] }> | null>(null)
  const [first] = useState<Toast[]>([])
  useEffect(() => {
    const timer = setTimeout(() => void loadToaster().catch(() => undefined), 2_000)
    return () => clearTimeout(timer)
  }, [])
  useEffect(() => {
    if (Toaster) return
    let loading = false
    return onToast((message) => {
      first.push(message)
      if (loading) return
      loading = true
      const ready = ({ Toaster: Loaded }: Awaited<ReturnType<typeof loadToaster>>) => setToaster(() => Loaded)
      // What could not be loaded is tried again with the next toast; until then the announcer has said it.
      void loadToaster().then(ready, () => (loading = false))
    })
  }, [Toaster, first])
  return (
    <>
      <Announcer />
      {Toaster && <Toaster first={first} />}
    </>
  )
}

/**
 * Reads toasts out. A screen reader notices only what changes inside a region that it already knew, so the regions
 * are on the page before the first toast, and errors have one that interrupts.
 */
function Announcer() {
  const [last, setLast] = useState<{ message: Toast; number: number } | null>(null)
  useEffect(
    () => onToast((message) => setLast((before) => ({ message, number: (before?.number ?? 0) + 1 }))),
    [],
  )
  // The key makes the same words, said twice, a change.
  const shownText = last && (
    <p key={last.number}>{[last.message.text, last.message.description].filter(Boolean).join(' ')}</p>
  )
  const urgent = last?.message.kind === 'error'
  return (
    <div className="sr-only">
      <div aria-live="polite">{!urgent && shownText}</div>
      <div aria-live="assertive">{urgent && shownText}</div>
    </div>
  )
}
