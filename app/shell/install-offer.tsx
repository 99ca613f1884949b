import { Suspense, useSyncExternalStore } from 'react'
import { isAppleTouchDevice } from '#app/notifications/push/apple-touch-device.ts'
import { createLazyModule } from '#app/ui/lazy-module.ts'

/** Loaded on demand, because most browsers never offer installation. If loading fails, nothing is shown. */
const InstallText = createLazyModule(() => import('#app/shell/install-text.tsx')).component(
  (loaded) => loaded.InstallText,
  () => null,
)

/** The event of Chromium browsers. TypeScript has no type for it. */
type InstallPrompt = Event & { prompt(): Promise<unknown> }

let offer: InstallPrompt | null = null
const listeners = new Set<() => void>()

function setOffer(next: InstallPrompt | null): void {
  offer = next
  listeners.forEach((listener) => listener())
}

// The browser fires this event once, possibly before React has rendered.
if (typeof window !== 'undefined') {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    setOffer(event as InstallPrompt)
  })
  addEventListener('appinstalled', () => setOffer(null))
}

/** Offers to install the app, or explains how to do it by hand. */
export function InstallOffer({ name }: { name: string }) {
  const installMode = useSyncExternalStore<InstallMode>(subscribe, readInstallMode, () => 'none')
  const install = () => {
    void offer?.prompt()
    // The prompt can be shown only once.
    setOffer(null)
  }
  return (
    <Suspense>{installMode !== 'none' && <InstallText name={name} mode={installMode} onInstall={install} />}</Suspense>
  )
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

type InstallMode = 'prompt' | 'by hand' | 'none'

function readInstallMode(): InstallMode {
  if (offer) return 'prompt'
  const isInstalled = matchMedia('(display-mode: standalone)').matches
  return isAppleTouchDevice() && !isInstalled ? 'by hand' : 'none'
}
