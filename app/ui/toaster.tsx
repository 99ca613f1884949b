import { CircleAlert, CircleCheck, Info, X } from 'lucide-react'
import { useEffect } from 'react'
import { Toaster as Sonner, toast as sonner } from 'sonner'
import { Spinner } from '#app/ui/spinner.tsx'
import { chooseToastPlace, type ToastPlace } from '#app/ui/toast-position.ts'
import { onToast, type Toast } from '#app/ui/toast.ts'

/** Errors take longer to read. A loading toast stays until another one replaces it. */
const durationsMs = { success: 4_000, info: 6_000, error: 8_000, loading: Infinity }
/** The next toast waits this long, so that the shown toast can be read. */
const readableMs = 2_500
/** The opening animation of a dialog is over by then. */
const dialogOpensMs = 250

const raisedBottom = 'calc(var(--toast-bottom) + var(--toast-raised, 0px))'

/** Shows toasts, one at a time. The toast host loads this component when the first toasts arrive. */
export function Toaster({ firstToasts }: { firstToasts: Toast[] }) {
  useEffect(() => {
    const { show, stop } = createToastQueue()
    for (const message of firstToasts.splice(0)) show(message)
    const unsubscribe = onToast(show)
    return () => {
      unsubscribe()
      stop()
    }
  }, [firstToasts])
  return (
    <Sonner
      // The host already announces toasts, so Sonner must not.
      ref={(section) => section?.setAttribute('aria-live', 'off')}
      theme="dark"
      position="bottom-center"
      visibleToasts={1}
      closeButton
      offset={{ top: 76, bottom: raisedBottom }}
      mobileOffset={{ top: 72, bottom: raisedBottom }}
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
            'pointer-events-auto flex w-(--width) gap-3 rounded-card border border-line bg-float py-3 pr-12 pl-4 font-sans text-small text-text shadow-float duration-200!',
          icon: 'relative flex size-5 shrink-0',
          loader: 'static! translate-none! transform-none!',
          content: 'min-w-0 flex-1',
          title: 'font-semibold',
          description: 'mt-0.5 text-soft!',
          closeButton:
            'absolute top-0 right-0.5 flex size-11 items-center justify-center rounded-control bg-transparent! text-quiet! hover:text-text!',
        },
      }}
    />
  )
}

type ShownToast = { message: Toast; key: string | number; since: number; place: ToastPlace }

/** Shows one toast at a time. The next toast waits for `readableMs`, unless it replaces the shown toast. */
function createToastQueue() {
  const waiting: Toast[] = []
  let shown: ShownToast | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let moveTimer: ReturnType<typeof setTimeout> | undefined
  // Dialogs are children of the body. A toast must not cover the buttons of a dialog that opens later.
  const observer = new MutationObserver(() => {
    clearTimeout(moveTimer)
    moveTimer = setTimeout(moveAway, dialogOpensMs)
  })
  observer.observe(document.body, { childList: true })

  function show(message: Toast): void {
    if (message.isOnPage) return undefined
    const isReplaced = (earlier: Toast) => earlier.id !== undefined && earlier.id === message.id
    const replacedIndex = waiting.findIndex(isReplaced)
    if (replacedIndex !== -1) waiting.splice(replacedIndex, 1)
    if (!shown || shown.message.kind === 'loading' || isReplaced(shown.message)) return display(message)
    waiting.push(message)
    return scheduleNext()
  }

  function scheduleNext(): void {
    clearTimeout(timer)
    if (waiting.length === 0) return
    const remainingMs = shown ? shown.since + readableMs - Date.now() : 0
    timer = setTimeout(showNext, Math.max(0, remainingMs))
  }

  function showNext(): void {
    const next = waiting.shift()
    if (next) display(next)
  }

  function display(message: Toast): void {
    const { kind, text, description } = message
    const onClose = () => close(message)
    const place = chooseToastPlace()
    document.documentElement.style.setProperty('--toast-raised', `${place.raisedPx}px`)
    const key = sonner[kind](text, {
      description,
      id: shown?.key,
      position: place.position,
      duration: durationsMs[kind],
      onAutoClose: onClose,
      onDismiss: onClose,
    })
    shown = { message, key, since: Date.now(), place }
    scheduleNext()
  }

  function moveAway(): void {
    if (!shown) return
    const { position, raisedPx } = chooseToastPlace()
    if (shown.place.position !== position || shown.place.raisedPx !== raisedPx) display(shown.message)
  }

  /** If a toast closes at the moment when a new toast replaces it, the new toast is shown again. */
  function close(message: Toast): void {
    const current = shown?.message
    shown = undefined
    if (current && current !== message) display(current)
    else scheduleNext()
  }

  function stop(): void {
    clearTimeout(timer)
    clearTimeout(moveTimer)
    observer.disconnect()
  }

  return { show, stop }
}
