import { type ComponentType, useEffect, useState } from 'react'
import { onToast, type Toast } from '#app/ui/toast.ts'

const loadToaster = () => import('#app/ui/toaster.tsx')

/**
 * Mounted once in the frame. It loads the toast code after 2 seconds, because the first toast may report that there
 * is no network.
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
      // A failed load is retried with the next toast; the announcer has read this one out.
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
 * Announces toasts to screen readers, which notice only changes inside a known live region. So the regions exist
 * before the first toast, and errors use an assertive one.
 */
function Announcer() {
  const [last, setLast] = useState<{ message: Toast; number: number } | null>(null)
  useEffect(() => onToast((message) => setLast((before) => ({ message, number: (before?.number ?? 0) + 1 }))), [])
  // The key makes repeated text a change, so that it is announced again.
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
