import { Download } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { isAppleTouchDevice } from '#app/notifications/push/apple-touch-device.ts'

/** The event of Chromium browsers; TypeScript has no type for it. */
type InstallPrompt = Event & { prompt(): Promise<unknown> }

let offer: InstallPrompt | null = null
const listeners = new Set<() => void>()

function setOffer(next: InstallPrompt | null): void {
  offer = next
  listeners.forEach((listener) => listener())
}

// The browser fires this event once, at a time of its choice.
if (typeof window !== 'undefined') {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    setOffer(event as InstallPrompt)
  })
  addEventListener('appinstalled', () => setOffer(null))
}

/** Offers to install the app, or explains how to do it by hand. */
export function InstallOffer({ name }: { name: string }) {
  const installMode = useSyncExternalStore(subscribe, readInstallMode, () => 'none')
  if (installMode === 'prompt') {
    return (
      <button
        type="button"
        className="mt-3 inline-flex min-h-11 items-center gap-2 text-small text-soft underline underline-offset-4 hover:text-text"
        onClick={() => {
          void offer?.prompt()
          // The prompt can be shown only once.
          setOffer(null)
        }}
      >
        <Download className="size-4" aria-hidden="true" />
        Install {name}
      </button>
    )
  }
  if (installMode === 'by hand')
    return <p className="mt-3 text-small text-quiet">To install {name}: tap Share, then Add to Home Screen.</p>
  return null
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function readInstallMode(): 'prompt' | 'by hand' | 'none' {
  if (offer) return 'prompt'
  const isInstalled = matchMedia('(display-mode: standalone)').matches
  return isAppleTouchDevice() && !isInstalled ? 'by hand' : 'none'
}
