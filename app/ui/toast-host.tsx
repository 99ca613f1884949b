import { type ComponentType, useEffect, useState } from 'react'
import { onToast, type Toast } from '#app/ui/toast.ts'

const loadToaster = () => import('#app/ui/toaster.tsx')

/**
 * Mounted once in the frame. It loads the toast code after 2 seconds, because the first toast may report that there
 * is no network.
 */
export function ToastHost() {
  const [Toaster, setToaster] = useState<ComponentType<{ firstToasts: Toast[] }> | null>(null)
  const [firstToasts] = useState<Toast[]>([])
  useEffect(() => {
    const timer = setTimeout(() => void loadToaster().catch(() => undefined), 2_000)
    return () => clearTimeout(timer)
  }, [])
  useEffect(() => {
    if (Toaster) return
    let isLoading = false
    return onToast((message) => {
      if (message.isOnPage) return
      firstToasts.push(message)
      if (isLoading) return
      isLoading = true
      const showToaster = ({ Toaster: Loaded }: Awaited<ReturnType<typeof loadToaster>>) => setToaster(() => Loaded)
      // A failed load is retried with the next toast. The announcer has already announced this toast.
      void loadToaster().then(showToaster, () => (isLoading = false))
    })
  }, [Toaster, firstToasts])
  return (
    <>
      <Announcer />
      {Toaster && <Toaster firstToasts={firstToasts} />}
    </>
  )
}

/**
 * Announces toasts to screen readers, which notice only changes inside a known live region. So the regions exist
 * before the first toast, and errors use an assertive one.
 */
function Announcer() {
  const [last, setLast] = useState<{ message: Toast; number: number } | null>(null)
  useEffect(() => onToast((message) => setLast((previous) => ({ message, number: (previous?.number ?? 0) + 1 }))), [])
  // The key makes repeated text a change, so that it is announced again.
  const shownText = last && (
    <p key={last.number}>{[last.message.text, last.message.description].filter(Boolean).join(' ')}</p>
  )
  const isUrgent = last?.message.kind === 'error'
  return (
    <div className="sr-only">
      <div aria-live="polite">{!isUrgent && shownText}</div>
      <div aria-live="assertive">{isUrgent && shownText}</div>
    </div>
  )
}
