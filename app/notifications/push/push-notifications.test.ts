import { describe, expect, test } from 'vitest'
import { handleNotificationClick } from '#app/notifications/push/push-notifications.ts'
import type { WorkerMessage } from '#app/notifications/push/worker-messages.ts'
import type { WindowClient, WorkerScope } from '#app/notifications/push/worker-scope.ts'

type Page = { isListening: boolean }

/** Fakes a browser with open pages; records messages, focused pages and opened URLs. */
function fakeBrowser(...open: Page[]) {
  const postedMessages = open.map((): WorkerMessage[] => [])
  const focused: number[] = []
  const opened: string[] = []
  const clients = open.map(({ isListening }, index) => ({
    postMessage(message: WorkerMessage, [port]: MessagePort[] = []) {
      if (message.type !== 'listening?') postedMessages[index]?.push(message)
      else if (isListening) port?.postMessage(true)
    },
    focus: async () => void focused.push(index),
  }))
  const scope = {
    clients: {
      matchAll: async () => clients as unknown as WindowClient[],
      openWindow: async (url: string) => void opened.push(url),
    },
  } as unknown as WorkerScope
  return { scope, postedMessages, focused, opened }
}

const notification = { data: { href: '/notifications/1' }, close() {} } as unknown as Notification
const click = { notification, action: '', waitUntil() {} }

describe('a click on a notification', () => {
  test('navigates and focuses the listening page, not the suspended one above it', async () => {
    const { scope, postedMessages, focused, opened } = fakeBrowser({ isListening: false }, { isListening: true })
    await handleNotificationClick(scope, click)
    expect(postedMessages).toEqual([[], [{ type: 'open', href: '/notifications/1' }]])
    expect([focused, opened]).toEqual([[1], []])
  })

  test('opens a new page when none is listening', async () => {
    const { scope, postedMessages, opened } = fakeBrowser({ isListening: false })
    await handleNotificationClick(scope, click)
    expect(postedMessages).toEqual([[]])
    expect(opened).toEqual(['/notifications/1'])
  })
})
