import { describe, expect, test } from 'vitest'
import { answerClick } from '#app/notifications/push/notices.ts'
import type { WorkerWord } from '#app/notifications/push/worker-messages.ts'
import type { WindowClient, WorkerScope } from '#app/notifications/push/worker-scope.ts'

type Page = { listens: boolean }

/** A browser with these pages open, of which some hear nothing; what is said to each, and which are opened and focused. */
function browserWith(...open: Page[]) {
  const said = open.map((): WorkerWord[] => [])
  const focused: number[] = []
  const opened: string[] = []
  const clients = open.map(({ listens }, at) => ({
    postMessage(word: WorkerWord, [port]: MessagePort[] = []) {
      if (word.type !== 'listening?') said[at]?.push(word)
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
  return { scope, said, focused, opened }
}

const notification = { data: { href: '/notifications/1' }, close() {} } as unknown as Notification
const press = { notification, action: '', waitUntil() {} }

describe('a press on what is shown', () => {
  test('leads the page that listens to it, not the one that lies above it and sleeps', async () => {
    const { scope, said, focused, opened } = browserWith({ listens: false }, { listens: true })
    await answerClick(scope, press)
    expect(said).toEqual([[], [{ type: 'open', href: '/notifications/1' }]])
    expect([focused, opened]).toEqual([[1], []])
  })

  test('opens a page where none listens', async () => {
    const { scope, said, opened } = browserWith({ listens: false })
    await answerClick(scope, press)
    expect(said).toEqual([[]])
    expect(opened).toEqual(['/notifications/1'])
  })
})
