import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { takeAnswer, type WorkerMessage } from '#app/notifications/push/worker-messages.ts'

type PendingAnswer<Ring> = {
  ring: Ring | null
  accept(ring: Ring): void
  /** The session accepted from a notification, until this page receives its ring. */
  acceptedSessionId: string | null
}

/** Accepts the ring that the user accepted on a notification, as soon as this page receives it. */
export function useAnswerFromNotification<Ring extends { sessionId: string }>(
  ring: Ring | null,
  accept: (ring: Ring) => void,
  isSignedIn: boolean,
): void {
  const navigate = useNavigate()
  const pending = useRef<PendingAnswer<Ring>>({ ring, accept, acceptedSessionId: null })
  useEffect(() => {
    Object.assign(pending.current, { ring, accept })
    acceptIfRequested(pending.current)
  }, [ring, accept])
  useEffect(() => {
    if (!isSignedIn || !('serviceWorker' in navigator)) return undefined
    const answer = (sessionId: string | null) => {
      pending.current.acceptedSessionId = sessionId
      acceptIfRequested(pending.current)
    }
    const onMessage = ({ data, ports }: MessageEvent<WorkerMessage>) => {
      if (data.type === 'listening?') ports[0]?.postMessage(true)
      if (data.type === 'answer') answer(data.sessionId)
      if (data.type === 'open') void navigate(data.href)
    }
    navigator.serviceWorker.addEventListener('message', onMessage)
    if (location.hash === '#answer') {
      // Remove the hash, so that a reloaded or shared URL does not accept again.
      history.replaceState(history.state, '', location.pathname + location.search)
      void takeAnswer().then(answer)
    }
    return () => navigator.serviceWorker.removeEventListener('message', onMessage)
  }, [navigate, isSignedIn])
}

function acceptIfRequested<Ring extends { sessionId: string }>(pending: PendingAnswer<Ring>): void {
  const { ring, accept, acceptedSessionId } = pending
  if (!ring || ring.sessionId !== acceptedSessionId) return
  pending.acceptedSessionId = null
  accept(ring)
}
