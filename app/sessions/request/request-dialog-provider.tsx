import { type ComponentType, type ReactNode, startTransition, useCallback, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { safeSessionStorage } from '#app/base/browser-memory.ts'
import { networkProblem } from '#app/base/network-problem.ts'
import { useViewer } from '#app/base/use-viewer.ts'
import { OpenRequestContext, type RequestDraft } from '#app/experts/open-request-context.ts'
import { openRequestKey } from '#app/sessions/request/open-request-key.ts'
import type { RequestDialogProps } from '#app/sessions/request/request-dialog.tsx'
import type { RestoreRequestProps } from '#app/sessions/request/restore-request.tsx'
import { Button } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { ErrorLine } from '#app/ui/error-line.tsx'

type Props = {
  loadDialog(): Promise<ComponentType<RequestDialogProps>>
  /** Opens the dialog again after a reload or sign-in. */
  Restore: ComponentType<RestoreRequestProps>
  children: ReactNode
}

/** Provides the Request Session dialog to its children. The dialog code loads on first use. */
export function RequestDialogProvider({ loadDialog, Restore, children }: Props) {
  const [opened, setOpened] = useState<{ requestDraft: RequestDraft; onPath: string } | null>(null)
  const [failed, setFailed] = useState<RequestDraft | null>(null)
  const [Dialog, setDialog] = useState<ComponentType<RequestDialogProps> | null>(null)
  const { pathname, search } = useLocation()
  const path = pathname + search

  const openRequest = useCallback(
    async (requestDraft: RequestDraft) => {
      try {
        const RequestDialog = await loadDialog()
        setDialog(() => RequestDialog)
        setFailed(null)
      } catch {
        return setFailed(requestDraft)
      }
      setOpened({ requestDraft, onPath: pathname })
    },
    [loadDialog, pathname],
  )
  // Close the dialog when the page changes.
  if (opened && opened.onPath !== pathname) setOpened(null)

  const isVisitor = useViewer() === null
  const wasVisitor = useRef(isVisitor)
  useEffect(() => {
    if (isVisitor) wasVisitor.current = true
  }, [isVisitor])
  const consumeSignIn = useCallback(() => {
    const hasSignedIn = wasVisitor.current
    wasVisitor.current = false
    return hasSignedIn
  }, [])

  // Visitors load the code only after a reload with an open dialog.
  const [wasOpen, setWasOpen] = useState(false)
  useEffect(() => {
    if (safeSessionStorage.getItem(openRequestKey)) startTransition(() => setWasOpen(true))
  }, [])

  const close = useCallback(() => setOpened(null), [])
  return (
    <OpenRequestContext value={openRequest}>
      {children}
      {(!isVisitor || wasOpen) && (
        <Restore path={path} isOpen={opened !== null} consumeSignIn={consumeSignIn} openRequest={openRequest} />
      )}
      {failed && <NotLoaded onRetry={() => openRequest(failed)} onClose={() => setFailed(null)} />}
      {Dialog && opened && (
        <Dialog key={keyOf(opened.requestDraft)} requestDraft={opened.requestDraft} path={path} onClose={close} />
      )}
    </OpenRequestContext>
  )
}

/** Stands where the dialog would be. A native dialog, because it needs no code that may fail to load as well. */
function NotLoaded({ onRetry, onClose }: { onRetry(): Promise<void>; onClose(): void }) {
  const [busy, setBusy] = useState(false)
  const ref = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    if (!ref.current?.open) ref.current?.showModal()
  }, [])
  const retry = async () => {
    setBusy(true)
    await onRetry()
    setBusy(false)
  }
  return (
    <dialog
      ref={ref}
      aria-label="Request Session"
      onClose={onClose}
      className="m-auto w-full max-w-form bg-transparent p-4 text-text backdrop:bg-ink/80"
    >
      <Card>
        {!busy && <ErrorLine text={networkProblem.refusal.text} />}
        <div className="mt-5 grid grid-cols-2 gap-3">
          <Button variant="outline" onClick={() => ref.current?.close()}>
            Close
          </Button>
          <Button busy={busy} onClick={() => void retry()}>
            Try again
          </Button>
        </div>
      </Card>
    </dialog>
  )
}

function keyOf(requestDraft: RequestDraft): string {
  return requestDraft.target ?? requestDraft.expert.id
}
