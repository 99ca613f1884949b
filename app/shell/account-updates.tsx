import { useEffect } from 'react'
import { useRevalidator } from 'react-router'
import { useTopic } from '#app/base/live/use-topic.ts'
import type { Viewer } from '#app/base/viewer.ts'

/** Shows a name or photo that was changed on another device, without a reload. */
export function AccountUpdates({ viewer }: { viewer: Viewer }) {
  const { revalidate } = useRevalidator()
  const live = useTopic(`account:${viewer.id}`, null)
  const hasChanged = live !== null && (live.name !== viewer.name || live.avatarUrl !== viewer.avatarUrl)
  useEffect(() => {
    if (hasChanged) void revalidate()
  }, [hasChanged, revalidate])
  return null
}
