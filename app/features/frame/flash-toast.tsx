import { useEffect } from 'react'
import { useNavigation } from 'react-router'
import { browserMemory } from '#app/features/browser/memory.ts'
import { type Flash, type FlashCode, flashName, flashToast } from '#app/features/frame/flash.ts'
import { toast } from '#app/ui/toast.tsx'

const storageKey = 'samjhao:flash'

type Props = { flash: Flash | null; productName: string }

/** Shows what came with this document, and what redirects bring afterwards. Where no script runs, the text is simply there. */
export function FlashToast({ flash, productName }: Props) {
  useEffect(() => {
    if (flash && isFirstTime(flash)) toast(flashToast(flash.code, productName))
  }, [flash, productName])
  useRedirectToasts(productName)
  if (!flash) return null
  const { text, description } = flashToast(flash.code, productName)
  return (
    <noscript>
      <p
        role="status"
        className="fixed inset-x-4 top-20 z-50 mx-auto max-w-form rounded-card border border-line bg-float px-4 py-3.5 text-small font-semibold shadow-float"
      >
        {[text, description].filter(Boolean).join(' ')}
      </p>
    </noscript>
  )
}

/** Hands over what a redirect brought along. The words need the name of the product, which the frame knows. */
export function announceFlash(code: FlashCode): void {
  window.dispatchEvent(new CustomEvent<FlashCode>(flashName, { detail: code }))
}

/** Waits for the page that the redirect leads to: its heading takes the focus, and that would cut the reading off. */
function useRedirectToasts(productName: string): void {
  const idle = useNavigation().state === 'idle'
  useEffect(() => {
    let waiting: FlashCode | null = null
    const show = () => {
      if (waiting) toast(flashToast(waiting, productName))
      waiting = null
    }
    const hear = (event: Event) => {
      waiting = (event as CustomEvent<FlashCode>).detail
      if (idle) show()
    }
    window.addEventListener(flashName, hear)
    return () => {
      window.removeEventListener(flashName, hear)
      show()
    }
  }, [idle, productName])
}

/** Two tabs that were opened in the same moment got the same one, and an error page mounts the frame anew. */
function isFirstTime({ id }: Flash): boolean {
  if (browserMemory.getItem(storageKey) === id) return false
  browserMemory.setItem(storageKey, id)
  return true
}
