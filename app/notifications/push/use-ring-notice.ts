import { useEffect } from 'react'
import type { WorkerWord } from '#app/notifications/push/worker-messages.ts'
import { ringTag } from '#kernel/ring-tag.ts'

/** The notification of a ring goes when this page rings in sight, and when it rings no more. */
export function useRingNotice(sessionId: string): void {
  useEffect(() => {
    if (!('serviceWorker' in navigator)) return undefined
    const listening = new AbortController()
    const { signal } = listening
    const closeInSight = () => {
      if (!document.hidden) void closeNotices(sessionId)
    }
    const hear = ({ data }: MessageEvent<WorkerWord>) => {
      if (data.type === 'rings' && data.sessionId === sessionId) closeInSight()
    }
    closeInSight()
    document.addEventListener('visibilitychange', closeInSight, { signal })
    navigator.serviceWorker.addEventListener('message', hear, { signal })
    return () => {
      listening.abort()
      void closeNotices(sessionId)
    }
  }, [sessionId])
}

async function closeNotices(sessionId: string): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration()
  const shown = (await registration?.getNotifications({ tag: ringTag(sessionId) })) ?? []
  for (const notice of shown) notice.close()
}
