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
import { Notice } from '#app/ui/notice.tsx'

type Props = {
  loadDialog(): Promise<ComponentType<RequestDialogProps>>
  /** Opens the dialog again after a reload or sign-in. */
  Restore: ComponentType<RestoreRequestProps>
  children: ReactNode
}

/** Provides the Request Session dialog to its children. The dialog code loads on first use. */
export function RequestDialogProvider({ loadDialog, Restore, children }: Props) {
  const [opened, setOpened] = useState<{ requestDraft: RequestDraft; onPath: string } | null>(null)
  /**
   * A request whose dialog could not be loaded. The reason stays until a later attempt succeeds or the page changes.
   */
  const [failed, setFailed] = useState<typeof opened>(null)
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
        // A new text is announced again.
        return setFailed({ requestDraft, onPath: pathname })
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
      {failed?.onPath === pathname && (
        <div className="fixed inset-x-4 bottom-(--toast-bottom) z-40 mx-auto max-w-form rounded-card bg-float shadow-float">
          <Notice
            tone="bad"
            announce
            action={
              <Button variant="outline" size="small" onClick={() => void openRequest(failed.requestDraft)}>
                Try again
              </Button>
            }
          >
            {networkProblem.refusal.text}
          </Notice>
        </div>
      )}
      {Dialog && opened && (
        <Dialog key={keyOf(opened.requestDraft)} requestDraft={opened.requestDraft} path={path} onClose={close} />
      )}
    </OpenRequestContext>
  )
}

function keyOf(requestDraft: RequestDraft): string {
  return requestDraft.target ?? requestDraft.expert.id
}
