import { useEffect } from 'react'
import { useLocation, useRevalidator } from 'react-router'
import { takeFlash } from '#app/features/frame/flash.ts'
import type { Viewer } from '#app/features/frame/viewer.ts'
import { useTopic } from '#app/features/live/use-topic.ts'
import { toast } from '#app/ui/toast.tsx'
import type { Product } from '#kernel/product.ts'

const storageKey = 'samjhao:user'

/** Shows what the last redirect had to say, and keeps the tabs of this browser in step about who is signed in. */
export function OwnAccount({ product, viewer }: { product: Product; viewer: Viewer | null }) {
  const { key } = useLocation()
  const { revalidate } = useRevalidator()

  useEffect(() => {
    const message = takeFlash(product.name)
    if (message) toast(message)
  }, [key, product.name])

  const stored =
    viewer &&
    JSON.stringify({ id: viewer.id, name: viewer.name, role: viewer.role, avatar: viewer.avatarUrl })
  useEffect(() => {
    if (stored) localStorage.setItem(storageKey, stored)
    else localStorage.removeItem(storageKey)
  }, [stored])

  // A name or a photo that was changed on another device shows here without a reload.
  const live = useTopic(viewer ? `account:${viewer.id}` : null, null)
  const differs =
    live !== null && viewer !== null && (live.name !== viewer.name || live.avatarUrl !== viewer.avatarUrl)
  useEffect(() => {
    if (differs) void revalidate()
  }, [differs, revalidate])

  useEffect(() => {
    const onStorage = (event: StorageEvent) => {
      if (event.key === storageKey || event.key === null) void revalidate()
    }
    window.addEventListener('storage', onStorage)
    return () => window.removeEventListener('storage', onStorage)
  }, [revalidate])
  return null
}
