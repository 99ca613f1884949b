import { type RefObject, useEffect, useRef } from 'react'
import { useBlocker } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'

/**
 * Asks before unsaved input is lost: with our dialog for navigation inside the app, otherwise with the browser's
 * dialog. The redirect after saving does not ask.
 */
export function UnsavedChangesGuard({ form }: { form: RefObject<HTMLFormElement | null> }) {
  const initial = useRef('')
  const isChanged = () => form.current !== null && readContent(form.current) !== initial.current
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname && isChanged(),
  )

  useEffect(() => {
    if (form.current) initial.current = readContent(form.current)
    const onLeave = (event: BeforeUnloadEvent) => {
      if (form.current && readContent(form.current) !== initial.current) event.preventDefault()
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
      description="Your changes on this page are not saved yet."
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

function readContent(form: HTMLFormElement): string {
  return JSON.stringify([...new FormData(form)].filter(([, value]) => typeof value === 'string'))
}
