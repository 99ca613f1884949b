import { X } from 'lucide-react'
import { use, useState, useSyncExternalStore } from 'react'
import { safeLocalStorage } from '#app/base/browser-memory.ts'
import { NonceContext } from '#app/base/nonce.ts'
import { useProduct } from '#app/base/product.ts'
import { isInstant } from '#app/base/taps/early-taps.ts'
import { bannerItems } from '#app/discovery/home/figure-text.ts'
import { IconButton } from '#app/ui/icon-button.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import type { Banner as Figures } from '#domain/content/contract.ts'

const storageKey = 'samjhao_banner'

/**
 * The cached page always contains the banner. This inline script hides a dismissed banner before the first paint. Its
 * text never changes, so that a CSP hash allows it on cached pages. It also handles the button until React hydrates.
 */
const hideBeforePaint = `{const banner=document.currentScript.previousElementSibling,key="${storageKey}";try{banner.hidden=localStorage.getItem(key)!==null}catch{}banner.querySelector("button").addEventListener("click",()=>{banner.hidden=true;try{localStorage.setItem(key,"dismissed")}catch{}})}`

/** A banner with the goals of the product in figures, shown until the viewer dismisses it. */
export function Banner({ figures }: { figures: Figures }) {
  const { name } = useProduct()
  const nonce = use(NonceContext)
  const wasDismissed = useSyncExternalStore(onStorage, isDismissed, () => false)
  // Browsers do not run scripts that React inserts, so only the server renders this script.
  const isServerMarkup = !useHydrated()
  const [hasDismissed, setHasDismissed] = useState(false)
  const dismiss = () => {
    rememberDismissal()
    setHasDismissed(true)
    // The focused button disappears, so move the focus to the heading.
    document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
  }
  return (
    <>
      <aside
        aria-label={`What ${name} aims for`}
        hidden={wasDismissed || hasDismissed}
        // The script below may already have hidden the banner.
        suppressHydrationWarning
        className="border-b border-line bg-raised"
      >
        <div className="page flex items-center gap-4">
          <div className="flex-1 py-2.5 text-small leading-tight text-soft md:flex md:items-baseline md:justify-center md:gap-x-12">
            <p className="mb-1 text-quiet md:mb-0">We aim for</p>
            <ul className="flex justify-between gap-x-4 md:gap-x-12">
              {bannerItems(figures).map(({ figure, unit }) => (
                <li key={unit} className="md:flex md:items-baseline md:gap-1.5">
                  <strong className="figures block font-semibold text-text">{figure}</strong> {unit}
                </li>
              ))}
            </ul>
          </div>
          <IconButton
            label="Dismiss"
            icon={<X className="size-4.5" aria-hidden="true" />}
            {...isInstant}
            onClick={dismiss}
            className="-mr-3 noscript:invisible"
          />
        </div>
      </aside>
      {isServerMarkup && (
        <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: hideBeforePaint }} />
      )}
    </>
  )
}

/** Without storage, the banner stays hidden only until the next page load. */
function rememberDismissal(): void {
  safeLocalStorage.setItem(storageKey, 'dismissed')
}

function isDismissed(): boolean {
  return safeLocalStorage.getItem(storageKey) !== null
}

function onStorage(listener: () => void): () => void {
  addEventListener('storage', listener)
  return () => removeEventListener('storage', listener)
}
