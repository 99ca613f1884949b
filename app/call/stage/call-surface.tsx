import { type ReactNode, type RefObject, useLayoutEffect } from 'react'
import { createPortal } from 'react-dom'
import type { Corner, CornerPlacement } from '#app/call/stage/use-corner.ts'
import { cx } from '#app/ui/cx.ts'

type Props = {
  ref: RefObject<HTMLDivElement | null>
  name: string
  isSmall: boolean
  /** The corner while the call is small. */
  placement: CornerPlacement
  children: ReactNode
}

/** These positions do not cover the header, or the bottom tabs on phones. */
const corners: Record<Corner, string> = {
  'top left': 'top-20 left-3 md:left-6',
  'top right': 'top-20 right-3 md:right-6',
  'bottom left': 'bottom-[calc(4.75rem+env(safe-area-inset-bottom))] left-3 md:bottom-6 md:left-6',
  'bottom right': 'right-3 bottom-[calc(4.75rem+env(safe-area-inset-bottom))] md:right-6 md:bottom-6',
}

/**
 * The container of a call: full screen, or small in a corner. It stays the same element in both modes, because
 * remounting would stop video and audio.
 */
export function Surface({ ref, name, isSmall, placement, children }: Props) {
  useModalBehaviour(ref, !isSmall)
  return createPortal(
    <div
      ref={ref}
      role={isSmall ? 'region' : 'dialog'}
      aria-modal={isSmall ? undefined : true}
      aria-label={name}
      tabIndex={-1}
      {...(isSmall && placement.handlers)}
      className={cx(
        'fixed flex flex-col overflow-hidden text-text outline-none',
        isSmall
          ? cx(
              'z-40 w-60 touch-none rounded-card border border-line-strong bg-raised shadow-float md:w-72',
              corners[placement.corner],
            )
          : // An open dialog of the page disables pointer events outside itself.
            'pointer-events-auto inset-0 z-50 animate-fade-in bg-ink',
      )}
    >
      {children}
    </div>,
    document.body,
  )
}

/**
 * Makes the page behind inert, like a modal dialog. Moves the focus to the surface, not to a button that a key could
 * press, and restores the previous focus afterwards.
 */
function useModalBehaviour(surface: RefObject<HTMLElement | null>, isActive: boolean): void {
  useLayoutEffect(() => {
    if (!isActive || !surface.current) return
    const focusedBefore = document.activeElement
    // Toasts stay usable; dialogs of the call open later, so they are not made inert.
    const pageElements = [...document.body.children].filter(
      (element) => element !== surface.current && !element.matches('[inert], [aria-live], :has(> [aria-live])'),
    )
    for (const element of pageElements) element.toggleAttribute('inert', true)
    surface.current.focus()
    return () => {
      for (const element of pageElements) element.toggleAttribute('inert', false)
      if (focusedBefore instanceof HTMLElement && focusedBefore.isConnected) focusedBefore.focus()
    }
  }, [surface, isActive])
}
