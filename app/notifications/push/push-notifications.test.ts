import { describe, expect, test } from 'vitest'
import { handleNotificationClick } from '#app/notifications/push/push-notifications.ts'
import type { WorkerMessage } from '#app/notifications/push/worker-messages.ts'
import type { WindowClient, WorkerScope } from '#app/notifications/push/worker-scope.ts'

type Page = { listens: boolean }

/** Fakes a browser with open pages; records messages, focused pages and opened URLs. */
function browserWith(...open: Page[]) {
  const postedMessages = open.map((): WorkerMessage[] => [])
  const focused: number[] = []
  const opened: string[] = []
  const clients = open.map(({ listens }, at) => ({
    postMessage(message: WorkerMessage, [port]: MessagePort[] = []) {
      if (message.type !== 'listening?') postedMessages[at]?.push(message)
      else if (listens) port?.postMessage(true)
    },
    focus: async () => void focused.push(at),
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
const press = { notification, action: '', waitUntil() {} }

describe('a click on a notification', () => {
  test('navigates and focuses the listening page, not the suspended one above it', async () => {
    const { scope, postedMessages, focused, opened } = browserWith({ listens: false }, { listens: true })
    await handleNotificationClick(scope, press)
    expect(postedMessages).toEqual([[], [{ type: 'open', href: '/notifications/1' }]])
    expect([focused, opened]).toEqual([[1], []])
  })

  test('opens a new page when none is listening', async () => {
    const { scope, postedMessages, opened } = browserWith({ listens: false })
    await handleNotificationClick(scope, press)
    expect(postedMessages).toEqual([[]])
    expect(opened).toEqual(['/notifications/1'])
  })
})
