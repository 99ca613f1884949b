import { CircleAlert, CircleCheck, Info, X } from 'lucide-react'
import { useEffect } from 'react'
import { Toaster as Sonner, toast as sonner } from 'sonner'
import { Spinner } from '#app/ui/spinner.tsx'
import { onToast, type Toast } from '#app/ui/toast.ts'

/** An error has to be read and thought about. A loading toast stays until another one replaces it. */
const durationsMs = { success: 7_000, info: 9_000, error: 15_000, loading: Infinity }

/** Loaded by the toast host with the first toasts, which it then shows. */
export function Toaster({ first }: { first: Toast[] }) {
  useEffect(() => {
    const show = visibleToasts()
    for (const message of first.splice(0)) show(message)
    return onToast(show)
  }, [first])
  return (
    <Sonner
      // The host's own regions read the toasts out; twice would be once too often.
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
          // The pointer must reach a toast that comes while a dialog holds the rest of the page still.
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
 * A toast replaces the one with the same id, unless that is on its way out already: it would take the new words along, so they get
 * a place of their own. Its time may even run out between the replacing and the drawing; then they are said again.
 */
function visibleToasts(): (message: Toast) => void {
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
