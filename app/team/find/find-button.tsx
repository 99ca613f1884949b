import { Search } from 'lucide-react'
import { type ComponentType, useEffect, useRef, useState } from 'react'
import type { FindDialogProps } from '#app/team/find/find-dialog.tsx'
import { toast } from '#app/ui/toast.ts'
import { useHydrated } from '#app/ui/use-hydrated.ts'

const loadDialog = () => import('#app/team/find/find-dialog.tsx')

/** Opens the search over everything, also by Control K or Command K. Its code is loaded on use. */
export function FindButton({ pages }: Pick<FindDialogProps, 'pages'>) {
  const [isOpen, setIsOpen] = useState(false)
  const [FindDialog, setFindDialog] = useState<ComponentType<FindDialogProps> | null>(null)
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
  useEffect(() => {
    if (!isOpen || FindDialog) return undefined
    let isCurrent = true
    loadDialog().then(
      (code) => isCurrent && setFindDialog(() => code.FindDialog),
      () => {
        if (!isCurrent) return
        setIsOpen(false)
        toast({ kind: 'error', text: 'The search could not be loaded. Please try again, or reload the page.' })
      },
    )
    return () => void (isCurrent = false)
  }, [isOpen, FindDialog])
  // Loading begins with the first sign of use. A failure is shown when the dialog opens.
  const prepare = () => void loadDialog().catch(() => undefined)
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        aria-busy={(isOpen && !FindDialog) || undefined}
        onClick={() => setIsOpen(true)}
        onPointerEnter={prepare}
        className="flex min-h-11 w-full items-center gap-2.5 rounded-control px-3 text-small font-medium whitespace-nowrap text-soft hover:bg-float hover:text-text lg:min-h-10"
      >
        <Search aria-hidden="true" className="size-4 text-quiet" />
        <span className="sr-only">Search everything</span>
        <span aria-hidden="true" className="max-lg:hidden">
          Search everything
        </span>
        <kbd aria-hidden="true" className="ml-auto font-sans text-quiet max-lg:hidden">
          {isApple ? '⌘K' : 'Ctrl K'}
        </kbd>
      </button>
      {isOpen && FindDialog && <FindDialog pages={pages} onClose={() => setIsOpen(false)} returnTo={button} />}
    </>
  )
}
