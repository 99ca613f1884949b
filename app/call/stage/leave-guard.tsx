import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'

/**
 * Asks before the user ends the call by logging out (our dialog) or by closing the tab (the browser's dialog). Opening
 * other pages does not end the call.
 */
export function LeaveGuard({ onLeave }: { onLeave(): void }) {
  const blocker = useBlocker(({ nextLocation }) => nextLocation.pathname === '/logout')
  useEffect(() => {
    const preventUnload = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', preventUnload)
    return () => window.removeEventListener('beforeunload', preventUnload)
  }, [])
  const isBlocked = blocker.state === 'blocked'
  // The open menu with Log out would cover the dialog.
  useEffect(() => {
    if (isBlocked) document.querySelector<HTMLElement>(':popover-open')?.hidePopover()
  }, [isBlocked])
  return (
    <Dialog
      open={isBlocked}
      onOpenChange={(open) => {
        if (!open) blocker.reset?.()
      }}
      title="Leave the call?"
      description="Logging out ends the call."
      footer={
        <>
          <Button
            variant="danger"
            onClick={() => {
              onLeave()
              blocker.proceed?.()
            }}
          >
            End the call
          </Button>
          <Button onClick={() => blocker.reset?.()}>Stay in the call</Button>
        </>
      }
    />
  )
}
