import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation, useRevalidator } from 'react-router'
import type { Flash } from '#app/base/flash.ts'
import { LiveProvider } from '#app/base/live/live-provider.tsx'
import type { Viewer } from '#app/base/viewer.ts'
import { ZoneProvider } from '#app/base/zone.tsx'
import { CallHost, CallsProvider } from '#app/call/calls-provider.tsx'
import { WorkerHost } from '#app/notifications/push/worker-host.tsx'
import { RequestDialogProvider } from '#app/sessions/request/request-dialog-provider.tsx'
import { BottomBar } from '#app/shell/bottom-bar.tsx'
import { FlashToast } from '#app/shell/flash-toast.tsx'
import { Footer } from '#app/shell/footer.tsx'
import { Header } from '#app/shell/header.tsx'
import { AccountSync } from '#app/shell/account-sync.tsx'
import { loadRequestDialog, signedInModule } from '#app/shell/signed-in-module.ts'
import { ToastHost } from '#app/ui/toast-host.tsx'
import { toast } from '#app/ui/toast.ts'
import type { Product } from '#kernel/product.ts'
import type { ServerMessage } from '#live/protocol.ts'

const CallStateTracker = signedInModule.component((loaded) => loaded.CallStateTracker)
const EmailReminder = signedInModule.component((loaded) => loaded.EmailReminder)
const CallSurface = signedInModule.component((loaded) => loaded.LazyCallOverlay)

type Props = {
  product: Product
  viewer: Viewer | null
  zone: string
  flash: Flash | null
  children: ReactNode
}

/** The layout around every page. */
export function Frame({ product, viewer, zone, flash, children }: Props) {
  const { revalidate } = useRevalidator()
  const isTeamPage = /^\/team(\/|$)/.test(useLocation().pathname)
  const onLiveMessage = (message: ServerMessage) => {
    // The sign-in was ended elsewhere: revalidating shows the page as a visitor sees it.
    if (message.type !== 'signed_out') return
    if (message.reason === 'suspended') {
      const text = `Your account is suspended. Log in to read why, or write to ${product.contacts.supportEmail}.`
      toast({ kind: 'error', text, id: 'suspended' })
    }
    void revalidate()
  }
  return (
    <ZoneProvider known={zone}>
      <LiveProvider personId={viewer?.id ?? null} onMessage={onLiveMessage}>
        <CallsProvider viewer={viewer} Tracker={CallStateTracker}>
          <RequestDialogProvider loadDialog={loadRequestDialog}>
            <a
              href="#main"
              className="fixed top-2 left-2 z-50 -translate-y-20 rounded-control bg-accent px-4 py-2 font-semibold text-on-accent focus:translate-y-0"
            >
              Skip to content
            </a>
            <div className="flex min-h-dvh flex-col pb-[calc(4rem+env(safe-area-inset-bottom))] md:pb-0">
              <Header product={product} viewer={viewer} />
              {viewer && <EmailReminder viewer={viewer} />}
              <main id="main" className="flex-1" tabIndex={-1}>
                {children}
              </main>
              {!isTeamPage && <Footer product={product} />}
            </div>
            <BottomBar viewer={viewer} />
            <ToastHost />
            <FlashToast flash={flash} productName={product.name} />
            <AccountSync viewer={viewer} />
            <HeadingFocus />
            <CallHost Surface={CallSurface} />
            <WorkerHost viewerId={viewer?.id ?? null} />
          </RequestDialogProvider>
        </CallsProvider>
      </LiveProvider>
    </ZoneProvider>
  )
}

/** After navigation the new heading gets the focus, so that a screen reader announces the page. */
function HeadingFocus() {
  const { pathname, hash } = useLocation()
  const shownPath = useRef(pathname)
  useEffect(() => {
    if (shownPath.current === pathname) return
    shownPath.current = pathname
    if (hash) return
    const heading = document.querySelector<HTMLElement>('main h1')
    heading?.setAttribute('tabindex', '-1')
    heading?.focus({ preventScroll: true })
  }, [pathname, hash])
  return null
}
