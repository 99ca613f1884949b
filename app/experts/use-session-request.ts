import { useContext } from 'react'
import { useViewer } from '#app/base/use-viewer.ts'
import { type AskedQuestion, OpenRequestContext } from '#app/experts/open-request-context.ts'
import { toast } from '#app/ui/toast.ts'
import type { ExpertCard, ExpertStatus } from '#domain/discovery/contract.ts'
import type { CallType } from '#domain/sessions/contract.ts'

export type ExpertToCall = Pick<ExpertCard, 'id' | 'name' | 'photoUrl' | 'ratePaisePerMinute'>

/** Handles a click on a call button. Visitors read `invitation` in the dialog, where they can sign up. */
export function useSessionRequest(
  expert: ExpertToCall,
  status: ExpertStatus,
  invitation = 'You need to sign up or log in to book a session',
): (callType: CallType, earlierQuestion?: AskedQuestion | null) => void {
  const viewer = useViewer()
  const openRequest = useContext(OpenRequestContext)
  return (callType, earlierQuestion) => {
    if (viewer?.role === 'expert' || viewer?.role === 'team') {
      toast({ kind: 'info', text: 'Only students can request sessions.', description: otherAccountHint })
    } else if (status === 'offline') {
      toast({ kind: 'error', text: 'This expert is currently offline' })
    } else {
      const { id, name, photoUrl, ratePaisePerMinute } = expert
      openRequest?.({ ...earlierQuestion, expert: { id, name, photoUrl, ratePaisePerMinute }, callType, invitation })
    }
  }
}

const otherAccountHint = 'Log in with a student account to ask an expert.'
