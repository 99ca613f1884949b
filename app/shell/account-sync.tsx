import { useEffect, useRef } from 'react'
import { useRevalidator } from 'react-router'
import { clearTab, safeLocalStorage } from '#app/base/browser-memory.ts'
import { forgetUnsentQuestion } from '#app/base/unsent-question.ts'
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
      if (wasSignedIn.current || safeLocalStorage.getItem(storageKey)) {
        clearTab()
        forgetUnsentQuestion()
      }
      safeLocalStorage.removeItem(storageKey)
    }
    wasSignedIn.current = stored !== null
  }, [stored])

  useEffect(() => {
    const onStorage = (event: StorageEvent) => {
      if (event.key === storageKey || event.key === null) void revalidate()
    }
    window.addEventListener('storage', onStorage)
    return () => window.removeEventListener('storage', onStorage)
  }, [revalidate])
  return null
}
