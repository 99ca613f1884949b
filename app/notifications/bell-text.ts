import type { Bell } from '#domain/notifications/contract.ts'
import { unreadCountMax } from '#kernel/limits.ts'

/** Caps the count at '99+', because the badge is small. */
export function bellCount(unread: number): string {
  return unread < unreadCountMax ? String(unread) : `${unreadCountMax - 1}+`
}

export function bellName(unread: number): string {
  return unread > 0 ? `Notifications, ${bellCount(unread)} unread` : 'Notifications'
}

/** Returns the screen reader text for new notifications, or null when there are none. */
export function findAnnouncement(before: Bell, after: Bell): string | null {
  // Ids are ordered by time.
  const isNew = after.latest !== null && after.latest.id > (before.latest?.id ?? '')
  if (!after.latest || !isNew || after.unread === 0) return null
  const added = after.unread - before.unread
  return added > 1 ? `${added} new notifications` : `New notification: ${after.latest.title}`
}
