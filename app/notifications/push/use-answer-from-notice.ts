import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { takeAnswer, type WorkerWord } from '#app/notifications/push/worker-messages.ts'

type Desk<Ring> = {
  ring: Ring | null
  accept(ring: Ring): void
  /** The session whose Accept was pressed on a notification, until this page knows of its ring. */
  wish: string | null
}

/** Somebody pressed Accept on a notification: as soon as this page knows of that ring, it is taken. */
export function useAnswerFromNotice<Ring extends { sessionId: string }>(
  ring: Ring | null,
  accept: (ring: Ring) => void,
  isSignedIn: boolean,
): void {
  const navigate = useNavigate()
  const desk = useRef<Desk<Ring>>({ ring, accept, wish: null })
  useEffect(() => {
    Object.assign(desk.current, { ring, accept })
    takeIfWished(desk.current)
  }, [ring, accept])
  useEffect(() => {
    if (!isSignedIn || !('serviceWorker' in navigator)) return undefined
    const answer = (sessionId: string | null) => {
      desk.current.wish = sessionId
      takeIfWished(desk.current)
    }
    const hear = ({ data, ports }: MessageEvent<WorkerWord>) => {
      if (data.type === 'listening?') ports[0]?.postMessage(true)
      if (data.type === 'answer') answer(data.sessionId)
      if (data.type === 'open') void navigate(data.href)
    }
    navigator.serviceWorker.addEventListener('message', hear)
    if (location.hash === '#answer') {
      // A page that is reloaded, or shared, does not answer again.
      history.replaceState(history.state, '', location.pathname + location.search)
      void takeAnswer().then(answer)
    }
    return () => navigator.serviceWorker.removeEventListener('message', hear)
  }, [navigate, isSignedIn])
}

function takeIfWished<Ring extends { sessionId: string }>(desk: Desk<Ring>): void {
  const { ring, accept, wish } = desk
  if (!ring || ring.sessionId !== wish) return
  desk.wish = null
  accept(ring)
}
