import type { Bell } from '#domain/notifications/contract.ts'
import { unreadCountMax } from '#kernel/limits.ts'

/** '99+', as there is little room on a bell. */
export function bellCount(unread: number): string {
  return unread < unreadCountMax ? String(unread) : `${unreadCountMax - 1}+`
}

export function bellName(unread: number): string {
  return unread > 0 ? `Notifications, ${bellCount(unread)} unread` : 'Notifications'
}

/** What those hear who do not see the bell: of what is new, once. Nothing where something was only read. */
export function announcementOf(before: Bell, after: Bell): string | null {
  // Ids grow with time.
  const isNew = after.latest !== null && after.latest.id > (before.latest?.id ?? '')
  if (!after.latest || !isNew || after.unread === 0) return null
  const more = after.unread - before.unread
  return more > 1 ? `${more} new notifications` : `New notification: ${after.latest.title}`
}
