import { useEffect } from 'react'
import type { WorkerMessage } from '#app/notifications/push/worker-messages.ts'
import { ringTag } from '#kernel/ring-tag.ts'

/** Closes the notification of a ring while this page is visible, and when the ring ends. */
export function useRingNotification(sessionId: string): void {
  useEffect(() => {
    if (!('serviceWorker' in navigator)) return undefined
    const controller = new AbortController()
    const { signal } = controller
    const closeIfVisible = () => {
      if (!document.hidden) void closeNotifications(sessionId)
    }
    const onMessage = ({ data }: MessageEvent<WorkerMessage>) => {
      if (data.type === 'rings' && data.sessionId === sessionId) closeIfVisible()
    }
    closeIfVisible()
    document.addEventListener('visibilitychange', closeIfVisible, { signal })
    navigator.serviceWorker.addEventListener('message', onMessage, { signal })
    return () => {
      controller.abort()
      void closeNotifications(sessionId)
    }
  }, [sessionId])
}

async function closeNotifications(sessionId: string): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration()
  const notifications = (await registration?.getNotifications({ tag: ringTag(sessionId) })) ?? []
  for (const notification of notifications) notification.close()
}
