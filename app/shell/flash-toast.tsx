import { lazy, useEffect } from 'react'
import { useNavigation } from 'react-router'
import { safeLocalStorage } from '#app/base/browser-memory.ts'
import { type Flash, flashName } from '#app/base/flash.ts'
import { toast } from '#app/ui/toast.ts'

const storageKey = 'samjhao:flash'

/** The texts are loaded only when there is a toast to show. */
const loadTexts = () => import('#app/base/flash-text.ts')

type Props = { flash: Flash | null; productName: string }

/** Shows the toast of this document and of later redirects. Without JavaScript, the text is in the HTML. */
export function FlashToast({ flash, productName }: Props) {
  useEffect(() => {
    if (flash && markShown(flash)) void show(flash.code, productName)
  }, [flash, productName])
  useRedirectToasts(productName)
  if (!flash) return null
  return (
    <noscript suppressHydrationWarning>
      {import.meta.env.SSR && <FlashText flash={flash} productName={productName} />}
    </noscript>
  )
}

/** Rendered on the server only: browsers with JavaScript ignore the content of `noscript`. */
const FlashText = /* @__PURE__ */ lazy(async () => {
  const { findFlashToast } = await loadTexts()
  return {
    default({ flash, productName }: { flash: Flash; productName: string }) {
      const { text, description, isOnPage } = findFlashToast(flash.code, productName) ?? {}
      return (
        <p
          role="status"
          className={
            isOnPage
              ? 'sr-only'
              : 'toast-without-scripts mx-auto max-w-form rounded-card border border-line bg-float px-4 py-3.5 text-small font-semibold shadow-float'
          }
        >
          {[text, description].filter(Boolean).join(' ')}
        </p>
      )
    },
  }
})

/** Passes the code of a redirect to the frame, which adds the product name to the toast text. */
export function announceFlash(code: string): void {
  window.dispatchEvent(new CustomEvent<string>(flashName, { detail: code }))
}

/** Waits until navigation has ended, because moving the focus to the new heading would cut off the announcement. */
function useRedirectToasts(productName: string): void {
  const isIdle = useNavigation().state === 'idle'
  useEffect(() => {
    let pendingCode: string | null = null
    const showPending = () => {
      if (pendingCode) void show(pendingCode, productName)
      pendingCode = null
    }
    const onFlash = (event: Event) => {
      pendingCode = (event as CustomEvent<string>).detail
      if (isIdle) showPending()
    }
    window.addEventListener(flashName, onFlash)
    return () => {
      window.removeEventListener(flashName, onFlash)
      showPending()
    }
  }, [isIdle, productName])
}

async function show(code: string, productName: string): Promise<void> {
  // If the texts fail to load, no toast is shown. The page itself shows the result.
  const texts = await loadTexts().catch(() => null)
  const message = texts?.findFlashToast(code, productName)
  if (message) toast(message)
}

/**
 * Returns false if the flash was shown before. Two tabs opened at the same moment get the same cookie, and an error
 * page remounts the frame.
 */
function markShown({ id }: Flash): boolean {
  if (safeLocalStorage.getItem(storageKey) === id) return false
  safeLocalStorage.setItem(storageKey, id)
  return true
}
