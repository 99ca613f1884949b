import { randomUUID } from 'node:crypto'
import { afterEach, expect, test, vi } from 'vitest'
import { createChat, listUnread } from '#app/call/chat/chat.ts'
import type { LiveClient } from '#live/client.ts'

const sessionId = '0199c0de-0000-7000-8000-000000000001'
const cleanups: (() => void)[] = []
afterEach(() => {
  for (const end of cleanups.splice(0)) end()
  vi.unstubAllGlobals()
})

type Line = { id: string; number: number; side: 'student' | 'expert'; text: string; saidAt: string }

/** A fake server that stores messages. When 'silent', it stores a message but sends no response. */
function startServer() {
  const lines: Line[] = []
  const server = { lines, posts: 0, state: 'up' as 'up' | 'down' | 'silent', refusal: '' }
  const add = (id: string, side: Line['side'], text: string) => {
    const stored = lines.find((line) => line.id === id)
    if (stored) return stored
    const line = { id, number: lines.length + 1, side, text, saidAt: new Date().toISOString() }
    lines.push(line)
    return line
  }
  vi.stubGlobal('fetch', async (url: string, { body }: { body?: string }) => {
    if (server.state === 'down') throw new TypeError('Failed to fetch')
    if (server.refusal) return Response.json({ refusal: { text: server.refusal } }, { status: 429 })
    if (!body) {
      const after = Number(new URL(url, 'http://own').searchParams.get('after'))
      return Response.json({ messages: lines.slice(after) })
    }
    server.posts += 1
    const { id, text } = JSON.parse(body) as { id: string; text: string }
    const message = add(id, 'student', text)
    if (server.state === 'silent') throw new TypeError('Failed to fetch')
    return Response.json({ message })
  })
  return { server, addExpertMessage: (text: string) => add(randomUUID(), 'expert', text) }
}

/** Asha's tab, with its storage. */
function openTab(memory = new Map<string, string>()) {
  const chat = createChat({
    sessionId,
    storage: {
      getItem: (key) => memory.get(key) ?? null,
      setItem: (key, value) => void memory.set(key, value),
      removeItem: (key) => void memory.delete(key),
    },
  })
  let publishState: (state: { last: number }) => void = () => undefined
  const watch = ((_topic: string, onState: typeof publishState) => {
    publishState = onState
    return () => undefined
  }) as LiveClient['watch']
  const close = chat.connect({ watch })
  cleanups.push(close)
  const texts = () => chat.view().messages.map(({ text }) => text)
  const unsent = () => chat.view().unsent.map(({ text, state }) => `${text}: ${state}`)
  return { chat, close, memory, texts, unsent, publish: (last: number) => publishState({ last }) }
}

test('missed messages are fetched once, with the next chat state', async () => {
  const { addExpertMessage } = startServer()
  const { chat, texts, publish } = openTab()
  addExpertMessage('One')
  addExpertMessage('Two')
  publish(2)
  publish(2)
  await expect.poll(texts).toEqual(['One', 'Two'])
  addExpertMessage('Three')
  publish(3)
  await expect.poll(texts).toEqual(['One', 'Two', 'Three'])
  expect(chat.view().messages[0]?.saidAt).toBeInstanceOf(Date)
})

test('sending a message also fetches a message that arrived just before', async () => {
  const { addExpertMessage } = startServer()
  const { chat, texts, unsent } = openTab()
  addExpertMessage('From Ravi')
  chat.write('From Asha')
  expect(unsent()).toEqual(['From Asha: sending'])
  await expect.poll(texts).toEqual(['From Ravi', 'From Asha'])
  expect(unsent()).toEqual([])
})

test('a lost message is retried with the same id, even when only the response was lost', async () => {
  const { server } = startServer()
  const { chat, texts, unsent, publish } = openTab()
  server.state = 'down'
  chat.write('One')
  await expect.poll(unsent).toEqual(['One: lost'])
  server.state = 'silent'
  chat.tryAgain(chat.view().unsent[0]?.id ?? '')
  await expect.poll(() => server.lines.length).toBe(1)
  await expect.poll(unsent).toEqual(['One: lost'])
  server.state = 'up'
  publish(1)
  await expect.poll(texts).toEqual(['One'])
  await expect.poll(unsent).toEqual([])
  expect(server.lines).toHaveLength(1)
})

test('unsent messages survive a reload and keep their order', async () => {
  const { server } = startServer()
  const before = openTab()
  server.state = 'down'
  before.chat.write('One')
  before.chat.write('Two')
  await expect.poll(before.unsent).toEqual(['One: lost', 'Two: lost'])
  before.close()
  server.state = 'up'
  const after = openTab(before.memory)
  expect(after.unsent()).toEqual(['One: lost', 'Two: lost'])
  after.publish(0)
  await expect.poll(after.texts).toEqual(['One', 'Two'])
  after.chat.clear()
  expect(after.memory.size).toBe(0)
})

test('nothing is stored any more when the session is over', async () => {
  const { server, addExpertMessage } = startServer()
  const { chat, memory, texts, unsent, publish } = openTab()
  server.state = 'silent'
  chat.write('One')
  chat.clear()
  await expect.poll(unsent).toEqual(['One: lost'])
  server.state = 'up'
  addExpertMessage('Two')
  publish(2)
  await expect.poll(texts).toEqual(['One', 'Two'])
  chat.markSeen()
  expect([...memory]).toEqual([])
})

test('a refused message shows the reason and is only retried by the user', async () => {
  const { server } = startServer()
  const { chat, texts, unsent, publish } = openTab()
  server.refusal = 'Please wait a moment.'
  chat.write('One')
  await expect.poll(unsent).toEqual(['One: refused'])
  expect(chat.view().unsent[0]?.refusal).toBe('Please wait a moment.')
  server.refusal = ''
  publish(0)
  expect(unsent()).toEqual(['One: refused'])
  chat.tryAgain(chat.view().unsent[0]?.id ?? '')
  await expect.poll(texts).toEqual(['One'])
})

test('messages of the other side stay unread until seen, even after a reload', async () => {
  const { addExpertMessage } = startServer()
  const { chat, texts, publish, memory } = openTab()
  addExpertMessage('One')
  publish(1)
  await expect.poll(texts).toHaveLength(1)
  chat.write('Own')
  await expect.poll(texts).toHaveLength(2)
  expect(listUnread(chat.view(), 'student').map(({ text }) => text)).toEqual(['One'])
  chat.markSeen()
  expect(listUnread(chat.view(), 'student')).toEqual([])
  addExpertMessage('Two')
  const reloadedTab = openTab(memory)
  reloadedTab.publish(3)
  await expect.poll(reloadedTab.texts).toHaveLength(3)
  expect(listUnread(reloadedTab.chat.view(), 'student').map(({ text }) => text)).toEqual(['Two'])
})

test.each([
  ['incomplete JSON', '{"seen":'],
  ['null', 'null'],
  ['a number', '7'],
  ['other fields', '{"seen":"x","unsent":{"id":1}}'],
  ['invalid messages', '{"unsent":[null,{"id":1,"text":"a","state":"sending"},{"id":"a","text":"b","state":"gone"}]}'],
])('a tab whose storage holds %s starts with an empty chat', (_, stored) => {
  const { chat } = openTab(new Map([[`samjhao:chat:${sessionId}`, stored]]))
  expect(chat.view()).toEqual({ messages: [], unsent: [], seen: 0 })
})
