import { useContext } from 'react'
import { useNavigate } from 'react-router'
import { useViewer } from '#app/base/use-viewer.ts'
import { OpenRequestContext } from '#app/experts/open-request-context.ts'
import { toast } from '#app/ui/toast.ts'
import type { ExpertCard, ExpertStatus } from '#domain/discovery/contract.ts'
import type { CallType } from '#domain/sessions/contract.ts'

export type ExpertToCall = Pick<ExpertCard, 'id' | 'name' | 'photoUrl' | 'ratePaisePerMinute'>

/** The login URL that leads back to the expert. */
export function loginPath(expertId: string): string {
  return `/login?redirect=${encodeURIComponent(`/expert/details/${expertId}`)}`
}

/** Handles a click on a call button. `invitation` is the toast for visitors, who are sent to the login. */
export function useSessionRequest(
  expert: ExpertToCall,
  status: ExpertStatus,
  invitation = 'You need to sign up or log in to book a session',
): (callType: CallType) => void {
  const viewer = useViewer()
  const openRequest = useContext(OpenRequestContext)
  const navigate = useNavigate()
  return (callType) => {
    if (!viewer) {
      toast({ kind: 'info', text: invitation })
      void navigate(loginPath(expert.id))
    } else if (viewer.role === 'expert' || viewer.role === 'team') {
      toast({ kind: 'info', text: 'Only students can request sessions.', description: otherAccountHint })
    } else if (status === 'offline') {
      toast({ kind: 'error', text: 'This expert is currently offline' })
    } else {
      const { id, name, photoUrl, ratePaisePerMinute } = expert
      openRequest?.({ expert: { id, name, photoUrl, ratePaisePerMinute }, callType })
    }
  }
}

const otherAccountHint = 'Log in with a student account to ask an expert.'
