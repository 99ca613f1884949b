import { CircleAlert, CircleCheck, Info, X } from 'lucide-react'
import { useEffect } from 'react'
import { Toaster as Sonner, toast as sonner } from 'sonner'
import { Spinner } from '#app/ui/spinner.tsx'
import { onToast, type Toast } from '#app/ui/toast.ts'

/** Errors take longer to read. A loading toast stays until another one replaces it. */
const durationsMs = { success: 7_000, info: 9_000, error: 15_000, loading: Infinity }

/** Loaded by the toast host with the first toasts, which it shows. */
export function Toaster({ firstToasts }: { firstToasts: Toast[] }) {
  useEffect(() => {
    const show = createShowToast()
    for (const message of firstToasts.splice(0)) show(message)
    return onToast(show)
  }, [firstToasts])
  return (
    <Sonner
      // The host already announces toasts, so Sonner must not.
      ref={(section) => section?.setAttribute('aria-live', 'off')}
      theme="dark"
      position="top-center"
      expand
      closeButton
      offset={76}
      mobileOffset={{ top: 72 }}
      icons={{
        success: <CircleCheck className="size-5 text-good" aria-hidden="true" />,
        error: <CircleAlert className="size-5 text-bad" aria-hidden="true" />,
        info: <Info className="size-5 text-info" aria-hidden="true" />,
        loading: <Spinner className="size-5 text-soft" />,
        close: <X className="size-4" aria-hidden="true" />,
      }}
      toastOptions={{
        unstyled: true,
        closeButtonAriaLabel: 'Dismiss',
        classNames: {
          // A toast must stay clickable while a dialog makes the rest of the page inert.
          toast:
            'pointer-events-auto flex w-(--width) gap-3 rounded-card border border-line bg-float py-3.5 pr-12 pl-4 font-sans text-small text-text shadow-float duration-200!',
          icon: 'relative flex size-5 shrink-0',
          loader: 'static! translate-none! transform-none!',
          content: 'min-w-0 flex-1',
          title: 'font-semibold',
          description: 'mt-0.5 text-soft!',
          closeButton:
            'absolute top-0.5 right-0.5 flex size-11 items-center justify-center rounded-control bg-transparent! text-quiet! hover:text-text!',
        },
      }}
    />
  )
}

/**
 * Replaces the toast with the same id. If that one is already closing, the new toast gets its own place. If it times
 * out between replacement and rendering, the new toast is shown again.
 */
function createShowToast(): (message: Toast) => void {
  const shownToasts = new Map<string, { message: Toast; key: string | number }>()

  return function show(message) {
    const { kind, text, description, id } = message
    const closeToast = () => {
      const last = id && shownToasts.get(id)
      if (!last) return
      shownToasts.delete(id)
      if (last.message !== message) show(last.message)
    }
    const key = sonner[kind](text, {
      description,
      id: id && shownToasts.get(id)?.key,
      duration: durationsMs[kind],
      onAutoClose: closeToast,
      onDismiss: closeToast,
    })
    if (id) shownToasts.set(id, { message, key })
  }
}
