import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'

/**
 * Other pages of the product are no way out of a call: it goes on beside them. What would end it is asked about first: logging out with a
 * dialog of ours, closing the tab with the browser's own.
 */
export function LeaveGuard({ onLeave }: { onLeave(): void }) {
  const blocker = useBlocker(({ nextLocation }) => nextLocation.pathname === '/logout')
  useEffect(() => {
    const preventUnload = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', preventUnload)
    return () => window.removeEventListener('beforeunload', preventUnload)
  }, [])
  const isBlocked = blocker.state === 'blocked'
  // The menu with Log out in it would stand over the question.
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
