import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import * as preferencesPage from '#app/notifications/notification-preferences.route.tsx'
import * as notificationsPage from '#app/notifications/notifications.route.tsx'
import type { NotificationRow, Preferences } from '#domain/notifications/contract.ts'
import { expectAccessible } from '#tests/accessible.ts'
import { networkFailure } from '#tests/stub-fetch.ts'
import { readElement, linksOf, textOf } from '#tests/read-element.ts'
import { type LoaderData, now, openScreen, refusedAnswer, type Sent, toastText } from '#tests/screen.tsx'
import { asha } from '#tests/viewers.ts'

describe('the notification list', () => {
  test('is grouped by day, marks unread rows and links each row', () => {
    const { main } = openList()
    expect(main.getByRole('heading', { level: 2, name: 'Today' })).toBeTruthy()
    const rows = main.getAllByRole('listitem')
    expect(textOf(rows[0])).toContain('Unread: ₹200 added to your wallet')
    expect(textOf(rows[1])).not.toContain('Unread')
    expect(linksOf(rows[0] as HTMLElement)).toEqual({
      'Unread: ₹200 added to your wallet': '/notifications/n2',
    })
  })

  test('marks one notification as read and focuses its link', async () => {
    let rows = [unread, read]
    const { main, user, sent } = openList(
      () => {
        rows = [{ ...unread, isRead: true }, read]
        return null
      },
      () => rows,
    )
    await user.click(main.getByRole('button', { name: 'Mark as read: ₹200 added to your wallet' }))
    await waitFor(() => expect(main.queryByText('Unread:')).toBeNull())
    expect(sent).toEqual([{ to: '/notifications', fields: { act: 'read', id: 'n2' } }])
    expect(document.activeElement).toBe(main.getByRole('link', { name: '₹200 added to your wallet' }))
  })

  test('marks all notifications as read and focuses the heading', async () => {
    let rows = [unread, read]
    const { main, user, sent } = openList(
      () => {
        rows = [{ ...unread, isRead: true }, read]
        return null
      },
      () => rows,
    )
    await user.click(main.getByRole('button', { name: 'Mark all as read' }))
    await waitFor(() => expect(main.queryByRole('button', { name: 'Mark all as read' })).toBeNull())
    expect(sent[0]?.fields).toEqual({ act: 'read_all' })
    expect(document.activeElement).toBe(main.getByRole('heading', { level: 1 }))
  })

  test('shows a network error when marking fails', async () => {
    const { main, user } = openList(networkFailure)
    await user.click(main.getByRole('button', { name: 'Mark all as read' }))
    expect(textOf(await main.findByRole('alert'))).toBe('Network error. Please check your connection and try again.')
    expect(main.getByRole('button', { name: 'Mark all as read' })).toBeTruthy()
  })

  test('reloads when a notification arrives', async () => {
    let rows = [read]
    const { main, live } = openList(undefined, () => rows)
    rows = [unread, read]
    act(() => live.publish(`notices:${asha.id}`, { unread: 1, latest: { id: 'n2', title: '₹200 added' } }))
    await waitFor(() => expect(main.getAllByRole('listitem')).toHaveLength(2))
  })

  test('shows a general text for a notification that a newer version stored', () => {
    const told = { kind: 'a_later_kind', facts: { what: 'happened' } } as unknown as NotificationRow['told']
    const { main } = openList(undefined, () => [{ ...unread, told }, read])
    expect(textOf(main.getAllByRole('listitem')[0])).toContain('You have a new notification')
  })

  test('shows a hint when it is empty', async () => {
    const { main } = openList(undefined, () => [])
    await expectAccessible()
    expect(main.getByRole('heading', { name: 'No notifications yet' })).toBeTruthy()
    expect(main.queryByRole('button', { name: 'Mark all as read' })).toBeNull()
    expect(linksOf(main.element)).toEqual({ 'Notification settings': '/notifications/preferences' })
  })
})

describe('the notification preferences', () => {
  test('show a checkbox per kind and channel, disabled for mandatory channels', () => {
    const { main } = openPreferences()
    const security = main.getByRole<HTMLInputElement>('checkbox', { name: 'Security by email, always' })
    expect([security.checked, security.disabled]).toEqual([true, true])
    expect(main.getByRole<HTMLInputElement>('checkbox', { name: 'Money in and out by email' }).checked).toBe(true)
  })

  test('are sent completely, with the zone of the quiet hours', async () => {
    const { main, user, sent } = openPreferences(() => ({ done: 'Saved' }))
    await user.click(main.getByRole('checkbox', { name: 'Money in and out by email' }))
    await user.click(main.getByRole('checkbox', { name: 'Turn on quiet hours' }))
    await user.click(main.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(toastText()).toBe('Saved'))
    const fields = sent[0]?.fields ?? {}
    expect(fields).toMatchObject({ quiet: 'on', from: '22:00', to: '07:00', zone: 'Asia/Kolkata' })
    expect(fields).not.toHaveProperty('money mail')
    expect(fields).toHaveProperty('money page')
  })

  test('show a refusal and keep the input when quiet hours begin and end at the same time', async () => {
    const { main, user } = openPreferences(() => refusedAnswer('invalid_input'), {
      quiet: { fromMinute: 420, toMinute: 420 },
    })
    await user.click(main.getByRole('button', { name: 'Save' }))
    expect(textOf(await main.findByRole('alert'))).toContain('details are not valid')
    expect(main.field('From').value).toBe('07:00')
  })

  test('show the saved choices', () => {
    const { main } = openPreferences(undefined, {
      choices: { money: { mail: false } },
      quiet: { fromMinute: 1_380, toMinute: 420 },
    })
    expect(main.getByRole<HTMLInputElement>('checkbox', { name: 'Money in and out by email' }).checked).toBe(false)
    expect(main.field('From').value).toBe('23:00')
    expect(main.getByRole<HTMLInputElement>('checkbox', { name: 'Turn on quiet hours' }).checked).toBe(true)
  })
})

describe('the push offer', () => {
  const offer = () => readElement(screen.getByRole('region', { name: 'Notifications' }))

  test('says that the browser does not support push', () => {
    openPreferences()
    expect(textOf(offer().element)).toContain('This browser cannot notify you while no page is open.')
    expect(offer().queryByRole('button')).toBeNull()
  })

  test('explains on an iPhone how to install the app', () => {
    const iPhone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15'
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(iPhone)
    openPreferences()
    expect(textOf(offer().element)).toContain('tap Share, then Add to Home Screen')
    expect(offer().queryByRole('button')).toBeNull()
  })

  test('says that notifications are blocked', () => {
    fakePushPermission('denied')
    openPreferences()
    expect(textOf(offer().element)).toContain('Notifications are blocked for this site.')
  })

  test('gives a reason when push is supported', () => {
    fakePushPermission('default')
    openPreferences()
    expect(textOf(offer().element)).toContain('Push notifications reach you even when no page is open')
    expect(offer().getByRole('button', { name: 'Turn on notifications' })).toBeTruthy()
  })

  function fakePushPermission(permission: NotificationPermission) {
    vi.stubGlobal('PushManager', Object)
    vi.stubGlobal('Notification', { permission, requestPermission: async () => permission })
    if (!('serviceWorker' in navigator)) {
      Object.defineProperty(navigator, 'serviceWorker', { value: {}, configurable: true })
    }
  }
})

const read: NotificationRow = {
  id: 'n1',
  told: { kind: 'money', facts: { what: 'added', amountPaise: 10_000 } },
  name: null,
  createdAt: new Date('2026-05-04T05:30:00Z'),
  isRead: true,
}
const unread: NotificationRow = {
  ...read,
  id: 'n2',
  told: { kind: 'money', facts: { what: 'added', amountPaise: 20_000 } },
  isRead: false,
}

function openList(answer?: (sent: Sent) => unknown, readRows = () => [unread, read]) {
  return openScreen(notificationsPage, {
    at: '/notifications',
    viewer: asha,
    data: (): LoaderData<typeof notificationsPage> => {
      const rows = readRows()
      const count = rows.filter(({ isRead }) => !isRead).length
      const latest = rows[0] ? { id: rows[0].id, title: 'Money' } : null
      return { rows, next: null, bell: { unread: count, latest }, isFirst: true, now }
    },
    answer,
  })
}

function openPreferences(answer?: (sent: Sent) => unknown, overrides: Partial<Preferences> = {}) {
  const preferences: Preferences = { choices: {}, quiet: null, zone: 'Asia/Kolkata', ...overrides }
  return openScreen(preferencesPage, {
    at: '/notifications/preferences',
    viewer: asha,
    data: { role: 'student', preferences },
    answer,
  })
}
