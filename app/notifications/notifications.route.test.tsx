import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import * as preferencesPage from '#app/notifications/notification-preferences.route.tsx'
import * as notificationsPage from '#app/notifications/notifications.route.tsx'
import type { NotificationRow, Preferences } from '#domain/notifications/contract.ts'
import { networkFailure } from '#tests/stub-fetch.ts'
import { readElement, linksOf, textOf } from '#tests/read-element.ts'
import { type LoaderData, now, openScreen, refusedAnswer, type Sent, toastText } from '#tests/screen.tsx'
import { asha } from '#tests/viewers.ts'

describe('the list', () => {
  test('is by day, says what is unread, and each line leads to what it is about', () => {
    const { main } = openList()
    expect(main.getByRole('heading', { level: 2, name: 'Today' })).toBeTruthy()
    const rows = main.getAllByRole('listitem')
    expect(textOf(rows[0])).toContain('Unread: ₹200 added to your wallet')
    expect(textOf(rows[1])).not.toContain('Unread')
    expect(linksOf(rows[0] as HTMLElement)).toEqual({
      'Unread: ₹200 added to your wallet': '/notifications/n2',
    })
  })

  test('marks one as read, and the focus stays with it', async () => {
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

  test('marks all as read, and the focus goes to the heading', async () => {
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

  test('that could not be marked says so', async () => {
    const { main, user } = openList(networkFailure)
    await user.click(main.getByRole('button', { name: 'Mark all as read' }))
    await waitFor(() =>
      expect(toastText()).toBe('Network error. Please check your connection and try again.'),
    )
  })

  test('is loaded again when something arrives', async () => {
    let rows = [read]
    const { main, live } = openList(undefined, () => rows)
    rows = [unread, read]
    act(() => live.publish(`notices:${asha.id}`, { unread: 1, latest: { id: 'n2', title: '₹200 added' } }))
    await waitFor(() => expect(main.getAllByRole('listitem')).toHaveLength(2))
  })

  test('without anything says what will stand here', () => {
    const { main } = openList(undefined, () => [])
    expect(main.getByRole('heading', { name: 'Nothing yet' })).toBeTruthy()
    expect(main.queryByRole('button', { name: 'Mark all as read' })).toBeNull()
    expect(linksOf(main.element)).toEqual({ 'What we tell you': '/notifications/preferences' })
  })
})

describe('the choice', () => {
  test('is a box for each kind and channel; what is told always cannot be switched off', () => {
    const { main } = openChoice()
    const security = main.getByRole<HTMLInputElement>('checkbox', { name: 'Security by mail, always' })
    expect([security.checked, security.disabled]).toEqual([true, true])
    expect(main.getByRole<HTMLInputElement>('checkbox', { name: 'Money in and out by mail' }).checked).toBe(
      true,
    )
  })

  test('is sent whole, with the zone in which the quiet hours are', async () => {
    const { main, user, sent } = openChoice(() => ({ done: 'Saved' }))
    await user.click(main.getByRole('checkbox', { name: 'Money in and out by mail' }))
    await user.click(main.getByRole('checkbox', { name: 'Be quiet at night' }))
    await user.click(main.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(toastText()).toBe('Saved'))
    const fields = sent[0]?.fields ?? {}
    expect(fields).toMatchObject({ quiet: 'on', from: '22:00', to: '07:00', zone: 'Asia/Kolkata' })
    expect(fields).not.toHaveProperty('money mail')
    expect(fields).toHaveProperty('money page')
  })

  test('of quiet hours that never end is refused beside what was typed', async () => {
    const { main, user } = openChoice(() => refusedAnswer('invalid_input'), {
      quiet: { fromMinute: 420, toMinute: 420 },
    })
    await user.click(main.getByRole('button', { name: 'Save' }))
    expect(textOf(await main.findByRole('alert'))).toContain('could not be understood')
    expect(main.field('From').value).toBe('07:00')
  })

  test('shows what was chosen before', () => {
    const { main } = openChoice(undefined, {
      choices: { money: { mail: false } },
      quiet: { fromMinute: 1_380, toMinute: 420 },
    })
    expect(main.getByRole<HTMLInputElement>('checkbox', { name: 'Money in and out by mail' }).checked).toBe(
      false,
    )
    expect(main.field('From').value).toBe('23:00')
    expect(main.getByRole<HTMLInputElement>('checkbox', { name: 'Be quiet at night' }).checked).toBe(true)
  })
})

describe('push', () => {
  const offer = () => readElement(screen.getByRole('region', { name: 'Notifications' }))

  test('is impossible in some browsers, which says so', () => {
    openChoice()
    expect(textOf(offer().element)).toContain('This browser shows nothing while no page is open.')
    expect(offer().queryByRole('button')).toBeNull()
  })

  test('on an iPhone needs the app on the home screen, and the page says how', () => {
    const iPhone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15'
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(iPhone)
    openChoice()
    expect(textOf(offer().element)).toContain('tap Share, then Add to Home Screen')
    expect(offer().queryByRole('button')).toBeNull()
  })

  test('that is blocked says where to allow it', () => {
    fakePushPermission('denied')
    openChoice()
    expect(textOf(offer().element)).toContain('Notifications are blocked for this site.')
  })

  test('that can be had is offered with its reason', () => {
    fakePushPermission('default')
    openChoice()
    expect(textOf(offer().element)).toContain('Push reaches you also when no page is open')
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
  content: { kind: 'money', facts: { what: 'added', amountPaise: 10_000 } },
  name: null,
  createdAt: new Date('2026-05-04T05:30:00Z'),
  isRead: true,
}
const unread: NotificationRow = {
  ...read,
  id: 'n2',
  content: { kind: 'money', facts: { what: 'added', amountPaise: 20_000 } },
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

function openChoice(answer?: (sent: Sent) => unknown, given: Partial<Preferences> = {}) {
  const preferences: Preferences = { choices: {}, quiet: null, zone: 'Asia/Kolkata', ...given }
  return openScreen(preferencesPage, {
    at: '/notifications/preferences',
    viewer: asha,
    data: { role: 'student', preferences },
    answer,
  })
}
