import { Search } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { FindDialogProps } from '#app/team/find/find-dialog.tsx'
import { createLazyPart } from '#app/ui/lazy-part.tsx'
import { LoadFailed } from '#app/ui/load-failed.tsx'
import { Spinner } from '#app/ui/spinner.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'

const loadDialog = () => import('#app/team/find/find-dialog.tsx')

const FindDialog = createLazyPart<FindDialogProps>({
  load: async () => (await loadDialog()).FindDialog,
  loading: (
    <span className="fixed inset-x-0 top-24 z-50 flex justify-center">
      <Spinner label="The search is loading" />
    </span>
  ),
  Failed: ({ tries, onRetry }) => (
    <div className="fixed inset-x-4 top-20 z-50 mx-auto max-w-form">
      <LoadFailed what="The search" tries={tries} onRetry={onRetry} />
    </div>
  ),
})

/** Opens the search over everything, also by Control K or Command K. Its code is loaded on use. */
export function FindButton({ pages }: Pick<FindDialogProps, 'pages'>) {
  const [isOpen, setIsOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const isApple = useHydrated() && /Mac|iPhone|iPad/.test(navigator.userAgent)
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isShortcut = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey
      if (!isShortcut || event.key.toLowerCase() !== 'k' || event.defaultPrevented) return
      event.preventDefault()
      // Another dialog may wait for a decision.
      setIsOpen((wasOpen) => !wasOpen && !document.querySelector('[role=dialog]'))
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
  // Loading begins with the first sign of use. A failure is shown when the dialog opens.
  const prepare = () => void loadDialog().catch(() => undefined)
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => setIsOpen(true)}
        onPointerEnter={prepare}
        onFocus={prepare}
        className="flex min-h-11 shrink-0 items-center gap-2.5 rounded-control px-3 text-small font-medium text-soft hover:bg-float hover:text-text lg:mb-2 lg:min-h-10 lg:w-full lg:border lg:border-line"
      >
        <Search aria-hidden="true" className="size-4.5 text-quiet lg:size-4" />
        <span className="max-lg:sr-only">Search everything</span>
        <kbd aria-hidden="true" className="ml-auto font-sans text-quiet max-lg:hidden">
          {isApple ? '⌘K' : 'Ctrl K'}
        </kbd>
      </button>
      {isOpen && <FindDialog pages={pages} onClose={() => setIsOpen(false)} returnTo={button} />}
    </>
  )
}
