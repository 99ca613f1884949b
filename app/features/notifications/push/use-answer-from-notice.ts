import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { takeAnswer, type WorkerWord } from '#app/features/notifications/push/worker-words.ts'

/** Somebody pressed Accept on a notification: as soon as this page knows of that ring, it is taken. */
export function useAnswerFromNotice<Ring extends { sessionId: string }>(
  ring: Ring | null,
  accept: (ring: Ring) => void,
): void {
  const navigate = useNavigate()
  const wish = useRef<string | null>(null)
  const now = useRef({ ring, accept, navigate })
  useEffect(() => {
    now.current = { ring, accept, navigate }
    takeIfWished()
  }, [ring, accept, navigate])
  useEffect(() => {
    if (!('serviceWorker' in navigator)) return undefined
    const hear = ({ data }: MessageEvent<WorkerWord>) => {
      if (data.type === 'answer') answer(data.sessionId)
      if (data.type === 'open') void now.current.navigate(data.href)
    }
    navigator.serviceWorker.addEventListener('message', hear)
    if (location.hash === '#answer') {
      // A page that is reloaded, or shared, does not answer again.
      history.replaceState(history.state, '', location.pathname + location.search)
      void takeAnswer().then(answer)
    }
    return () => navigator.serviceWorker.removeEventListener('message', hear)
  }, [])

  function answer(sessionId: string | null): void {
    wish.current = sessionId
    takeIfWished()
  }

  function takeIfWished(): void {
    const { ring: rings, accept: take } = now.current
    if (!rings || rings.sessionId !== wish.current) return
    wish.current = null
    take(rings)
  }
}
