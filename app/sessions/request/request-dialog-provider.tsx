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
  const [opened, setOpened] = useState<{ requestDraft: SessionRequestDraft; onPath: string } | null>(null)
  const [Dialog, setDialog] = useState<ComponentType<RequestDialogProps> | null>(null)
  const lastDraft = useRef<(Draft & { authorId: string | undefined; expertId: string }) | null>(null)
  const viewerId = useViewer()?.id
  const { pathname } = useLocation()

  const openRequest = useCallback(
    async (request: SessionRequestDraft) => {
      try {
        const RequestDialog = await loadDialog()
        setDialog(() => RequestDialog)
      } catch {
        return toast({ kind: 'error', text: networkProblem.refusal.text })
      }
      const { authorId, expertId, ...draft } = lastDraft.current ?? {}
      // Restore the draft after a login or a visit to another page.
      const isContinued = authorId === viewerId && expertId === request.expert.id
      setOpened({ requestDraft: { ...(isContinued ? draft : {}), ...request }, onPath: pathname })
    },
    [loadDialog, viewerId, pathname],
  )
  // Close the dialog when the page changes.
  if (opened && opened.onPath !== pathname) setOpened(null)

  const expertId = opened?.requestDraft.expert.id
  const keepDraft = useCallback(
    (draft: Draft) => {
      // Keep the author when signed out, because the same person may sign in again.
      if (expertId) lastDraft.current = { ...draft, authorId: viewerId ?? lastDraft.current?.authorId, expertId }
    },
    [expertId, viewerId],
  )
  return (
    <OpenRequestContext value={openRequest}>
      {children}
      {Dialog && opened && (
        <Dialog
          key={expertId}
          requestDraft={opened.requestDraft}
          onDraftChange={keepDraft}
          onClose={() => setOpened(null)}
        />
      )}
    </OpenRequestContext>
  )
}
