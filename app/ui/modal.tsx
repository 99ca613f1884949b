import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { type ReactElement, type ReactNode, type RefObject, useId, useRef } from 'react'
import { cx } from '#app/ui/cx.ts'
import { IconButton } from '#app/ui/icon-button.tsx'
import { ScrollRegion } from '#app/ui/scroll-region.tsx'

export type ModalProps = {
  title: string
  children?: ReactNode
  description?: ReactNode
  /** The button that opens it. Without one, the caller controls `open`. */
  trigger?: ReactElement
  footer?: ReactNode
  open?: boolean
  onOpenChange?: (open: boolean) => void
  /** Receives the focus when the opener no longer exists. */
  returnTo?: RefObject<HTMLElement | null>
}

/** Shared by Dialog and Sheet, which differ only in their position. */
export function Modal(props: ModalProps & { positionStyle: string }) {
  const { title, children, description, trigger, footer, open, onOpenChange, returnTo, positionStyle } = props
  const opener = useRef<Element>(null)
  const titleId = useId()
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      {trigger && <Radix.Trigger asChild>{trigger}</Radix.Trigger>}
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-50 animate-fade-in bg-ink/80" />
        <Radix.Content
          onOpenAutoFocus={() => {
            opener.current = findOpener(document.activeElement)
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            const target = opener.current?.isConnected ? opener.current : returnTo?.current
            if (target instanceof HTMLElement) target.focus()
          }}
          onInteractOutside={(event) => {
            if (event.target instanceof Element && event.target.closest('[data-sonner-toaster]')) event.preventDefault()
          }}
          className={cx(
            'fixed z-50 flex flex-col border-line bg-float text-text shadow-float outline-none',
            positionStyle,
          )}
        >
          <div className="px-5 pt-5 pr-16 pb-4 md:px-6 md:pr-16">
            <Radix.Title className="text-title">
              <span id={titleId}>{title}</span>
            </Radix.Title>
            {description && <Radix.Description className="mt-1.5 text-soft">{description}</Radix.Description>}
          </div>
          {children && (
            <ScrollRegion labelledBy={titleId} className="flex-1 overflow-y-auto px-5 pt-1 pb-5 md:px-6">
              {children}
            </ScrollRegion>
          )}
          {footer && (
            <div className="flex flex-col-reverse gap-3 border-t border-line p-5 sm:flex-row sm:justify-end md:px-6 md:py-4">
              {footer}
            </div>
          )}
          {/* Last in the tab order, so that opening focuses the content and not the close button. */}
          <Radix.Close asChild>
            <IconButton
              label="Close"
              icon={<X className="size-5" aria-hidden="true" />}
              className="absolute top-3 right-3"
            />
          </Radix.Close>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

/** Closes the surrounding dialog or sheet, for example from a footer button. */
export function ModalClose({ children }: { children: ReactElement }) {
  return <Radix.Close asChild>{children}</Radix.Close>
}

/** A menu item no longer exists when the dialog closes, so the focus returns to the menu's button. */
function findOpener(focused: Element | null): Element | null {
  const menu = focused?.closest('[role=menu]')
  return menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : focused
}
