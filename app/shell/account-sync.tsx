import { useEffect, useRef } from 'react'
import { useRevalidator } from 'react-router'
import { clearTab, safeLocalStorage } from '#app/base/browser-memory.ts'
import { useTopic } from '#app/base/live/use-topic.ts'
import type { Viewer } from '#app/base/viewer.ts'

const storageKey = 'samjhao:user'

/** Synchronises the signed-in user between the tabs of this browser. */
export function AccountSync({ viewer }: { viewer: Viewer | null }) {
  const { revalidate } = useRevalidator()

  const stored =
    viewer && JSON.stringify({ id: viewer.id, name: viewer.name, role: viewer.role, avatar: viewer.avatarUrl })
  const wasSignedIn = useRef(false)
  useEffect(() => {
    if (stored) safeLocalStorage.setItem(storageKey, stored)
    else {
      // Only after a logout, here or in another tab. A visitor who was never signed in keeps their drafts.
      if (wasSignedIn.current || safeLocalStorage.getItem(storageKey)) clearTab()
      safeLocalStorage.removeItem(storageKey)
    }
    wasSignedIn.current = stored !== null
  }, [stored])

  // A name or photo changed on another device appears here without a reload.
  const live = useTopic(viewer ? `account:${viewer.id}` : null, null)
  const hasChanged =
    live !== null && viewer !== null && (live.name !== viewer.name || live.avatarUrl !== viewer.avatarUrl)
  useEffect(() => {
    if (hasChanged) void revalidate()
  }, [hasChanged, revalidate])

  useEffect(() => {
    const onStorage = (event: StorageEvent) => {
      if (event.key === storageKey || event.key === null) void revalidate()
    }
    window.addEventListener('storage', onStorage)
    return () => window.removeEventListener('storage', onStorage)
  }, [revalidate])
  return null
}
