import { lazy, useEffect } from 'react'
import { useNavigation } from 'react-router'
import { safeLocalStorage } from '#app/base/browser-memory.ts'
import { type Flash, flashName } from '#app/base/flash.ts'
import { toast } from '#app/ui/toast.ts'

const storageKey = 'samjhao:flash'

/** The words are loaded when there is something to say. */
const loadTexts = () => import('#app/base/flash-text.ts')

type Props = { flash: Flash | null; productName: string }

/** Shows what came with this document, and what redirects bring afterwards. Where no script runs, the text is simply there. */
export function FlashToast({ flash, productName }: Props) {
  useEffect(() => {
    if (flash && isNotShownYet(flash)) void show(flash.code, productName)
  }, [flash, productName])
  useRedirectToasts(productName)
  if (!flash) return null
  return (
    <noscript suppressHydrationWarning>
      {import.meta.env.SSR && <FlashText flash={flash} productName={productName} />}
    </noscript>
  )
}

/** Drawn by the server alone: what stands inside of `noscript` is nothing to a browser in which scripts run. */
const FlashText = /* @__PURE__ */ lazy(async () => {
  const { findFlashToast } = await loadTexts()
  return {
    default({ flash, productName }: { flash: Flash; productName: string }) {
      const { text, description } = findFlashToast(flash.code, productName) ?? {}
      return (
        <p
          role="status"
          className="fixed inset-x-4 top-20 z-50 mx-auto max-w-form rounded-card border border-line bg-float px-4 py-3.5 text-small font-semibold shadow-float"
        >
          {[text, description].filter(Boolean).join(' ')}
        </p>
      )
    },
  }
})

/** Hands over what a redirect brought along. The words need the name of the product, which the frame knows. */
export function announceFlash(code: string): void {
  window.dispatchEvent(new CustomEvent<string>(flashName, { detail: code }))
}

/** Waits for the page that the redirect leads to: its heading takes the focus, and that would cut the reading off. */
function useRedirectToasts(productName: string): void {
  const idle = useNavigation().state === 'idle'
  useEffect(() => {
    let pendingCode: string | null = null
    const showPending = () => {
      if (pendingCode) void show(pendingCode, productName)
      pendingCode = null
    }
    const onFlash = (event: Event) => {
      pendingCode = (event as CustomEvent<string>).detail
      if (idle) showPending()
    }
    window.addEventListener(flashName, onFlash)
    return () => {
      window.removeEventListener(flashName, onFlash)
      showPending()
    }
  }, [idle, productName])
}

async function show(code: string, productName: string): Promise<void> {
  // What cannot be loaded is not said; what it is about has happened all the same, and shows.
  const texts = await loadTexts().catch(() => null)
  const message = texts?.findFlashToast(code, productName)
  if (message) toast(message)
}

/** Two tabs that were opened in the same moment got the same one, and an error page mounts the frame anew. */
function isNotShownYet({ id }: Flash): boolean {
  if (safeLocalStorage.getItem(storageKey) === id) return false
  safeLocalStorage.setItem(storageKey, id)
  return true
}
