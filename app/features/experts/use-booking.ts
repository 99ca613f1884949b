import { useNavigate } from 'react-router'
import { useViewer } from '#app/features/frame/use-viewer.ts'
import { toast } from '#app/ui/toast.tsx'
import type { ExpertCard, ExpertStatus } from '#domain/discovery/contract.ts'

export type CallType = 'audio' | 'video'

/** Where somebody who is not signed in is sent, to come back to the expert afterwards. */
export function loginPath(expertId: string): string {
  return `/login?redirect=${encodeURIComponent(`/expert/details/${expertId}`)}`
}

/** What happens when somebody asks for a call. `invitation` is what a visitor is told on the way to the login. */
export function useBooking(
  { id }: Pick<ExpertCard, 'id'>,
  status: ExpertStatus,
  invitation = 'You need to sign up or log in to book a session',
): (callType: CallType) => void {
  const viewer = useViewer()
  const navigate = useNavigate()
  return () => {
    if (!viewer) {
      toast({ kind: 'info', text: invitation })
      void navigate(loginPath(id))
    } else if (status === 'offline') {
      toast({ kind: 'error', text: 'This expert is currently offline' })
    } else {
      toast({ kind: 'info', text: 'Calls are not open yet. We are building them now.' })
    }
  }
}
