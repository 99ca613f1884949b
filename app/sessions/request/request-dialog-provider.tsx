import { type ComponentType, type ReactNode, useCallback, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { networkProblem } from '#app/base/network-problem.ts'
import { useViewer } from '#app/base/use-viewer.ts'
import { OpenRequestContext, type SessionRequestDraft } from '#app/experts/open-request-context.ts'
import type { Draft, RequestDialogProps } from '#app/sessions/request/request-dialog.tsx'
import { toast } from '#app/ui/toast.ts'

type Props = { loadDialog(): Promise<ComponentType<RequestDialogProps>>; children: ReactNode }

/** Provides the Request Session dialog to its children. The dialog code loads on first use. */
export function RequestDialogProvider({ loadDialog, children }: Props) {
  const [openRequestState, setOpenRequestState] = useState<{
    requestDraft: SessionRequestDraft
    on: string
  } | null>(null)
  const [Dialog, setDialog] = useState<ComponentType<RequestDialogProps> | null>(null)
  const written = useRef<(Draft & { by: string | undefined; to: string }) | null>(null)
  const viewerId = useViewer()?.id
  const { pathname } = useLocation()

  const openRequest = useCallback(
    async (wanted: SessionRequestDraft) => {
      try {
        const RequestDialog = await loadDialog()
        setDialog(() => RequestDialog)
      } catch {
        return toast({ kind: 'error', text: networkProblem.refusal.text })
      }
      const { by, to, ...draft } = written.current ?? {}
      // Restore the draft after a login or a visit to another page.
      const goesOn = by === viewerId && to === wanted.expert.id
      setOpenRequestState({ requestDraft: { ...(goesOn ? draft : {}), ...wanted }, on: pathname })
    },
    [loadDialog, viewerId, pathname],
  )
  // Close the dialog when the page changes.
  if (openRequestState && openRequestState.on !== pathname) setOpenRequestState(null)

  const expertId = openRequestState?.requestDraft.expert.id
  const onWritten = useCallback(
    (draft: Draft) => {
      // Keep the author when signed out, because the same person may sign in again.
      if (expertId) written.current = { ...draft, by: viewerId ?? written.current?.by, to: expertId }
    },
    [expertId, viewerId],
  )
  return (
    <OpenRequestContext value={openRequest}>
      {children}
      {Dialog && openRequestState && (
        <Dialog
          key={expertId}
          requestDraft={openRequestState.requestDraft}
          onWritten={onWritten}
          onClose={() => setOpenRequestState(null)}
        />
      )}
    </OpenRequestContext>
  )
}
