import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'

/** Leaving the page in the middle of a call is asked about first: with a dialog of ours, or with the browser's own. */
export function LeaveGuard({ onLeave }: { onLeave(): void }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname,
  )
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [])
  return (
    <Dialog
      open={blocker.state === 'blocked'}
      onOpenChange={(open) => {
        if (!open) blocker.reset?.()
      }}
      title="Leave the call?"
      description="Leaving this page ends the call."
      footer={
        <>
          <Button
            variant="danger"
            onClick={() => {
              onLeave()
              blocker.reset?.()
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
