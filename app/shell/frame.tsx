import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import type { Flash } from '#app/base/flash.ts'
import { usePageKeeper } from '#app/base/keep-page.ts'
import { LiveProvider } from '#app/base/live/live-provider.tsx'
import type { Viewer } from '#app/base/viewer.ts'
import { ZoneProvider } from '#app/base/zone.tsx'
import { CallHost, CallsProvider } from '#app/call/calls-provider.tsx'
import { WorkerHost } from '#app/notifications/push/worker-host.tsx'
import { RequestProvider } from '#app/requests/request-provider.tsx'
import { RequestDialogProvider } from '#app/sessions/request/request-dialog-provider.tsx'
import { BottomBar } from '#app/shell/bottom-bar.tsx'
import { FlashToast } from '#app/shell/flash-toast.tsx'
import { Footer } from '#app/shell/footer.tsx'
import { Header } from '#app/shell/header.tsx'
import { AccountSync } from '#app/shell/account-sync.tsx'
import { Reconnecting } from '#app/shell/reconnecting.tsx'
import { loadRequestDialog, signedInModule } from '#app/shell/signed-in-module.ts'
import { ToastHost } from '#app/ui/toast-host.tsx'
import type { Product } from '#kernel/product.ts'

const CallStateTracker = signedInModule.component((loaded) => loaded.CallStateTracker)
const EmailReminder = signedInModule.component((loaded) => loaded.EmailReminder)
const RequestHost = signedInModule.component((loaded) => loaded.RequestHost)
const RestoreRequest = signedInModule.component((loaded) => loaded.RestoreRequest)
const AccountUpdates = signedInModule.component((loaded) => loaded.AccountUpdates)
const SignOutListener = signedInModule.component((loaded) => loaded.SignOutListener)
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
  usePageKeeper()
  const isTeamPage = /^\/team(\/|$)/.test(useLocation().pathname)
  return (
    <ZoneProvider serverZone={zone}>
      <LiveProvider personId={viewer && connectionOwner(viewer)}>
        <CallsProvider viewer={viewer} Tracker={CallStateTracker}>
          <RequestProvider>
            <RequestDialogProvider loadDialog={loadRequestDialog} Restore={RestoreRequest}>
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
              <Reconnecting />
              <ToastHost />
              <FlashToast flash={flash} productName={product.name} />
              <AccountSync viewer={viewer} />
              <HeadingFocus />
              {viewer && <AccountUpdates viewer={viewer} />}
              {viewer && <RequestHost viewer={viewer} />}
              {viewer && <SignOutListener supportEmail={product.contacts.supportEmail} />}
              <CallHost Surface={CallSurface} />
              <WorkerHost viewerId={viewer?.id ?? null} />
            </RequestDialogProvider>
          </RequestProvider>
        </CallsProvider>
      </LiveProvider>
    </ZoneProvider>
  )
}

/**
 * Until newcomers accept the terms, their socket serves only the call that is already open. Accepting changes this key,
 * so that a new socket opens.
 */
function connectionOwner({ id, isNewcomer }: Viewer): string {
  return isNewcomer ? `${id} as newcomer` : id
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
