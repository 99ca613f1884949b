import { expect, test } from 'vitest'
import { bellCount, bellName, findAnnouncement } from '#app/notifications/bell-text.ts'

test('the bell shows counts up to 99', () => {
  expect([1, 99, 100].map(bellCount)).toEqual(['1', '99', '99+'])
  expect(bellName(0)).toBe('Notifications')
  expect(bellName(2)).toBe('Notifications, 2 unread')
})

const [first, second] = [
  { id: '0199c0de-0000-7000-8000-000000000001', title: 'First' },
  { id: '0199c0de-0000-7000-8000-000000000002', title: 'Second' },
]

test('a new notification is announced by its title, several by their number', () => {
  const emptyBell = { unread: 0, latest: null }
  expect(findAnnouncement(emptyBell, { unread: 1, latest: first })).toBe('New notification: First')
  expect(findAnnouncement({ unread: 1, latest: first }, { unread: 2, latest: second })).toBe('New notification: Second')
  expect(findAnnouncement(emptyBell, { unread: 3, latest: second })).toBe('3 new notifications')
})

test('reading a notification or an unchanged state is not announced', () => {
  const twoUnread = { unread: 2, latest: second }
  expect(findAnnouncement(twoUnread, { unread: 1, latest: first })).toBeNull()
  expect(findAnnouncement(twoUnread, { ...twoUnread })).toBeNull()
  expect(findAnnouncement(twoUnread, { unread: 0, latest: null })).toBeNull()
})
