import { type RefObject, useEffect, useRef } from 'react'
import { useBlocker } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'

/**
 * Asks before what was typed into the form is lost: inside the product with a dialog of ours, elsewhere with the browser's
 * own. Saving is no loss: the redirect after it is not asked about.
 */
export function UnsavedChangesGuard({ form }: { form: RefObject<HTMLFormElement | null> }) {
  const initial = useRef('')
  const isChanged = () => form.current !== null && contentOf(form.current) !== initial.current
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname && isChanged(),
  )

  useEffect(() => {
    if (form.current) initial.current = contentOf(form.current)
    const onLeave = (event: BeforeUnloadEvent) => {
      if (form.current && contentOf(form.current) !== initial.current) event.preventDefault()
    }
    window.addEventListener('beforeunload', onLeave)
    return () => window.removeEventListener('beforeunload', onLeave)
  }, [form])

  return (
    <Dialog
      open={blocker.state === 'blocked'}
      onOpenChange={(open) => {
        if (!open) blocker.reset?.()
      }}
      title="Leave without saving?"
      description="What you have changed on this page is not saved yet."
      footer={
        <>
          <Button variant="outline" onClick={() => blocker.proceed?.()}>
            Leave without saving
          </Button>
          <Button onClick={() => blocker.reset?.()}>Stay here</Button>
        </>
      }
    />
  )
}

function contentOf(form: HTMLFormElement): string {
  return JSON.stringify([...new FormData(form)].filter(([, value]) => typeof value === 'string'))
}
