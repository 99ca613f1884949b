import { randomUUID } from 'node:crypto'
import { afterEach, expect, test, vi } from 'vitest'
import * as Y from 'yjs'
import type { Answer, BoardServer } from '#app/boards/document/board-server.ts'
import { boardUpdateMaxBytes } from '#kernel/limits.ts'
import { openSharedBoard, type SharedBoard } from '#app/boards/document/shared-board.ts'
import type { LiveClient } from '#live/client.ts'
import { createChannels, openConnectedBoards } from '#tests/board-pages.ts'

const boardId = '0199c0de-0000-7000-8000-000000000001'
const open: SharedBoard[] = []
afterEach(() => {
  vi.useRealTimers()
  for (const board of open.splice(0)) board.close()
})

/** Starts a server in memory. 'down': it cannot be reached. */
function startServer() {
  const changes: Uint8Array[] = []
  const listeners = new Set<(state: { last: number }) => void>()
  const server = {
    changes,
    state: 'up' as 'up' | 'down',
    refusal: '',
    stores: 0,
    dropsTopics: false,
    changesInPart: Infinity,
  }
  const answer = <Result>(result: () => Result): Promise<Answer<Result>> => {
    if (server.state === 'down') return Promise.resolve('lost')
    if (server.refusal)
      return Promise.resolve({ refusal: { code: server.refusal, text: `refused: ${server.refusal}` } })
    return Promise.resolve(result())
  }
  const port: BoardServer = {
    load: (after) =>
      answer(() => {
        const missing = changes.slice(after)
        const part = missing.slice(0, server.changesInPart)
        const last = after + part.length
        return { last, changes: part, hasMore: last < changes.length }
      }),
    store: (data) =>
      answer(() => {
        server.stores += 1
        changes.push(data)
        if (!server.dropsTopics) listeners.forEach((listener) => listener({ last: changes.length }))
        return { last: changes.length }
      }),
  }
  const watch = ((_topic: string, listener: (state: { last: number }) => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }) as unknown as LiveClient['watch']
  return { server, port, watch, publish: () => listeners.forEach((listener) => listener({ last: changes.length })) }
}

function openPage({ port, watch }: ReturnType<typeof startServer>, memory = new Map<string, string>()) {
  const board = openSharedBoard({
    boardId,
    server: port,
    storage: {
      getItem: (key) => memory.get(key) ?? null,
      setItem: (key, value) => void memory.set(key, value),
      removeItem: (key) => void memory.delete(key),
    },
  })
  open.push(board)
  board.watch({ watch })
  const elements = board.doc.getMap<string>('elements')
  return {
    board,
    memory,
    write: (text: string) => void elements.set(randomUUID(), text),
    texts: () => [...elements.values()].toSorted(),
  }
}

test('changes reach the other page through the server alone', async () => {
  const server = startServer()
  const [asha, ravi] = [openPage(server), openPage(server)]
  asha.write('F = m a')
  expect(asha.board.view().isSaved).toBe(false)
  await expect.poll(ravi.texts).toEqual(['F = m a'])
  await expect.poll(() => asha.board.view()).toEqual({ status: 'ready', isSaved: true, problem: null, isLost: false })
  ravi.write('a = F / m')
  await expect.poll(asha.texts).toEqual(['F = m a', 'a = F / m'])
})

test('with a channel a change arrives before it is stored, and is stored once, by its own page', async () => {
  const server = startServer()
  const mayStore = Promise.withResolvers<void>()
  const { store } = server.port
  server.port.store = async (...changes) => {
    await mayStore.promise
    return store(...changes)
  }
  const [asha, ravi] = [openPage(server), openPage(server)]
  asha.write('before the channel')
  const [left, right] = createChannels()
  asha.board.connect(left)
  ravi.board.connect(right)
  await expect.poll(ravi.texts).toEqual(['before the channel'])
  ravi.write('after it')
  await expect.poll(asha.texts).toEqual(['after it', 'before the channel'])
  expect(server.server.stores).toBe(0)
  mayStore.resolve()
  await expect.poll(() => server.server.stores).toBe(2)
  await expect.poll(() => [asha, ravi].every(({ board }) => board.view().isSaved)).toBe(true)
  expect(server.server.stores).toBe(2)
})

test('the other page cannot write in the name of this page', async () => {
  const server = startServer()
  const [asha, ravi] = [openPage(server), openPage(server)]
  const [left, right] = createChannels()
  asha.board.connect(left)
  ravi.board.connect(right)
  const forged = new Y.Doc()
  forged.clientID = asha.board.doc.clientID
  forged.getMap('elements').set('forged', 'Asha wrote this')
  right.send(Uint8Array.from([1, ...Y.encodeStateAsUpdate(forged)]))
  ravi.write('Ravi wrote this')
  await expect.poll(asha.texts).toEqual(['Ravi wrote this'])
  expect(asha.board.doc.clientID).toBe(forged.clientID)
})

test('the presence of the other page is known until its channel closes', async () => {
  const server = startServer()
  const [asha, ravi] = [openPage(server), openPage(server)]
  const channels = createChannels()
  asha.board.connect(channels[0])
  ravi.board.connect(channels[1])
  asha.board.presence.setLocalStateField('cursor', { x: 1, y: 2 })
  const others = () =>
    [...ravi.board.presence.getStates().values()].map(({ cursor }) => cursor as unknown).filter(Boolean)
  await expect.poll(others).toEqual([{ x: 1, y: 2 }])
  channels.close()
  expect(others()).toEqual([])
})

test('the cursor of a closed board disappears from the other page immediately', async () => {
  const server = startServer()
  const [asha, ravi] = [openPage(server), openPage(server)]
  const channels = createChannels()
  asha.board.connect(channels[0])
  ravi.board.connect(channels[1])
  asha.board.presence.setLocalStateField('cursor', { x: 1, y: 2 })
  await expect.poll(() => ravi.board.presence.getStates().size).toBe(2)
  asha.board.close()
  await expect.poll(() => ravi.board.presence.getStates().size).toBe(1)
})

test('a page without any activity stays known to the other page', async () => {
  const { asha, ravi, close } = openConnectedBoards()
  const renewals = () => ravi.presence.meta.get(asha.doc.clientID)?.clock
  asha.presence.setLocalStateField('cursor', null)
  await expect.poll(renewals).toBe(1)
  // The library renews an unchanged presence every few seconds, and forgets one that was not renewed.
  for (const clock of [2, 3]) {
    asha.presence.setLocalState(asha.presence.getLocalState())
    await expect.poll(renewals).toBe(clock)
  }
  close()
})

test('a page that opens the board later gets what the other page has not stored yet, and its presence', async () => {
  const server = startServer()
  const asha = openPage(server)
  await expect.poll(() => asha.board.view().status).toBe('ready')
  server.server.state = 'down'
  const [left, right] = createChannels()
  asha.board.connect(left)
  asha.write('drawn before the other page listened')
  asha.board.presence.setLocalStateField('cursor', { x: 1, y: 2 })
  await new Promise((resolve) => queueMicrotask(() => resolve(null)))
  const ravi = openPage(server)
  ravi.board.connect(right)
  await expect.poll(ravi.texts).toEqual(['drawn before the other page listened'])
  const cursors = () => [...ravi.board.presence.getStates().values()].map(({ cursor }) => cursor as unknown)
  await expect.poll(cursors).toContainEqual({ x: 1, y: 2 })
})

test('an unfinished drawing reaches the other page only, and is never stored', async () => {
  const server = startServer()
  const [asha, ravi] = [openPage(server), openPage(server)]
  const received: string[] = []
  ravi.board.live.listen((message) => received.push(message))
  expect(asha.board.live.isFree()).toBe(false)
  asha.board.live.send('nobody listens')
  const [left, right] = createChannels()
  asha.board.connect(left)
  ravi.board.connect(right)
  expect(asha.board.live.isFree()).toBe(true)
  asha.board.live.send('{"type":"start"}')
  asha.board.live.send('x'.repeat(20_000))
  asha.write('finished')
  await expect.poll(ravi.texts).toEqual(['finished'])
  expect(received).toEqual(['{"type":"start"}'])
  await expect.poll(() => asha.board.view().isSaved).toBe(true)
  expect(server.server.changes).toHaveLength(1)
  expect(Buffer.from(server.server.changes[0] as Uint8Array).toString('latin1')).not.toContain('start')
})

test('drawings made without the server are stored when it is back', async () => {
  const server = startServer()
  const [asha, ravi] = [openPage(server), openPage(server)]
  await expect.poll(() => asha.board.view().status).toBe('ready')
  server.server.state = 'down'
  asha.write('offline')
  await expect.poll(() => asha.board.view().isSaved).toBe(false)
  server.server.state = 'up'
  server.publish()
  await expect.poll(ravi.texts).toEqual(['offline'])
})

test('changes that were not stored before the page closed are stored by the next page of the tab', async () => {
  const server = startServer()
  const asha = openPage(server)
  await expect.poll(() => asha.board.view().status).toBe('ready')
  server.server.state = 'down'
  asha.write('last words')
  asha.board.close()
  server.server.state = 'up'
  const reloaded = openPage(server, asha.memory)
  expect(reloaded.texts()).toEqual(['last words'])
  await expect.poll(openPage(server).texts).toEqual(['last words'])
  await expect.poll(() => asha.memory.size).toBe(0)
})

test('many changes made without the server are stored in parts that it accepts', async () => {
  const server = startServer()
  const asha = openPage(server)
  await expect.poll(() => asha.board.view().status).toBe('ready')
  server.server.state = 'down'
  for (let n = 0; n < 40; n += 1) asha.write(`${n} ${randomUUID().repeat(300)}`)
  server.server.state = 'up'
  server.publish()
  await expect.poll(() => asha.board.view()).toEqual({ status: 'ready', isSaved: true, problem: null, isLost: false })
  expect(server.server.changes.length).toBeGreaterThan(1)
  expect(Math.max(...server.server.changes.map(({ length }) => length))).toBeLessThanOrEqual(boardUpdateMaxBytes)
  const reader = openPage(server)
  await expect.poll(() => reader.texts().length).toBe(40)
})

test('a board that arrives in parts is shown when it is complete, and a lost part is loaded again', async () => {
  const server = startServer()
  for (const text of ['one', 'two', 'three']) {
    const doc = new Y.Doc()
    doc.getMap('elements').set(text, text)
    server.server.changes.push(Y.encodeStateAsUpdate(doc))
  }
  server.server.changesInPart = 1
  const { load } = server.port
  const loads: number[] = []
  server.port.load = (after) => {
    loads.push(after)
    return loads.length === 2 ? Promise.resolve('lost') : load(after)
  }
  const ravi = openPage({ ...server, watch: (() => () => undefined) as never })
  const shown: number[] = []
  ravi.board.subscribe(() => ravi.board.view().status === 'ready' && shown.push(ravi.texts().length))
  await expect.poll(() => shown).toEqual([3])
  expect(loads).toEqual([0, 1, 1, 2])
})

test('after a lost request, the next request is smaller', async () => {
  const server = startServer()
  const asha = openPage(server)
  await expect.poll(() => asha.board.view().status).toBe('ready')
  const { store } = server.port
  const sizes: number[] = []
  server.port.store = (data, options) => {
    sizes.push(data.length)
    // A connection on which only short requests arrive.
    return data.length > 20_000 ? Promise.resolve('lost') : store(data, options)
  }
  for (let n = 0; n < 40; n += 1) asha.write(`${n} ${randomUUID().repeat(100)}`)
  while (!asha.board.view().isSaved) {
    const { length } = sizes
    asha.board.retry()
    await expect.poll(() => sizes.length > length || asha.board.view().isSaved).toBe(true)
  }
  expect(Math.max(...sizes)).toBeGreaterThan(100_000)
  const reader = openPage(server)
  await expect.poll(() => reader.texts().length).toBe(40)
})

test('a change that is being sent is kept when the board closes and the server cannot be reached', async () => {
  const server = startServer()
  const asha = openPage(server)
  await expect.poll(() => asha.board.view().status).toBe('ready')
  const onItsWay = Promise.withResolvers<'lost'>()
  const { store } = server.port
  server.port.store = () => onItsWay.promise
  asha.write('on its way')
  asha.board.close()
  expect(asha.memory.size).toBe(1)
  server.port.store = store
  expect(openPage(server, asha.memory).texts()).toEqual(['on its way'])
  onItsWay.resolve('lost')
  const reader = openPage(server)
  await expect.poll(reader.texts).toEqual(['on its way'])
})

test('changes of a page that closes are stored immediately', async () => {
  const server = startServer()
  const asha = openPage(server)
  asha.write('just in time')
  asha.board.close()
  await expect.poll(openPage(server).texts).toEqual(['just in time'])
})

test('a refusal is shown, and the changes stay in the page', async () => {
  const server = startServer()
  const asha = openPage(server)
  await expect.poll(() => asha.board.view().status).toBe('ready')
  server.server.refusal = 'board_full'
  asha.write('too much')
  await expect
    .poll(() => asha.board.view())
    .toEqual({ status: 'ready', isSaved: false, problem: 'refused: board_full', isLost: false })
  expect(asha.texts()).toEqual(['too much'])
  expect(openPage(server).board.view().status).toBe('loading')
  await expect.poll(() => open.at(-1)?.view().status).toBe('refused')
  server.server.refusal = ''
  open.at(-1)?.retry()
  expect(open.at(-1)?.view()).toMatchObject({ status: 'loading', problem: null })
  await expect.poll(() => open.at(-1)?.view().status).toBe('ready')
})

test('a lost connection is shown, and everything is stored when it is back', async () => {
  const server = startServer()
  const asha = openPage(server)
  await expect.poll(() => asha.board.view().status).toBe('ready')
  server.server.state = 'down'
  asha.write('offline')
  await expect.poll(() => asha.board.view()).toMatchObject({ isSaved: false, isLost: true, problem: null })
  server.server.state = 'up'
  asha.board.retry()
  await expect.poll(() => asha.board.view()).toMatchObject({ isSaved: true, isLost: false })
  await expect.poll(openPage(server).texts).toEqual(['offline'])
})

test('a board that cannot be loaded says so until it can', async () => {
  const server = startServer()
  server.server.state = 'down'
  const asha = openPage(server)
  await expect.poll(() => asha.board.view()).toMatchObject({ status: 'loading', isLost: true })
  server.server.state = 'up'
  await expect.poll(() => asha.board.view()).toMatchObject({ status: 'ready', isLost: false })
})

test('a full board stores deletions, even after a change that does not fit', async () => {
  const server = startServer()
  const { store } = server.port
  const asha = openPage(server)
  const elements = asha.board.doc.getMap('elements')
  elements.set('large', 'a large picture of a cell')
  await expect.poll(() => asha.board.view().isSaved).toBe(true)
  let isFull = true
  server.port.store = async (data) => {
    const { structs } = Y.decodeUpdate(data)
    if (isFull && structs.length > 0) return { refusal: { code: 'prepared_board_full', text: 'This board is full.' } }
    return store(data)
  }
  elements.set('more', 'too much')
  await expect.poll(() => asha.board.view().problem).toBe('This board is full.')
  elements.delete('large')
  await expect.poll(() => openPage(server).board.doc.getMap('elements').size).toBe(0)
  // The same deletions are sent once.
  const { stores } = server.server
  asha.board.retry()
  isFull = false
  asha.board.retry()
  await expect.poll(() => asha.board.view().isSaved).toBe(true)
  expect(server.server.stores).toBe(stores + 1)
  await expect.poll(openPage(server).texts).toEqual(['too much'])
})

test.each([
  ['that are lost', 'lost', true, 2_000],
  ['that come too often', { refusal: { code: 'too_many_board_changes', text: 'Too many changes.' } }, false, 15_000],
] as const)('deletions %s on a full board are stored later automatically', async (_what, failure, isLost, delayMs) => {
  const server = startServer()
  const { store } = server.port
  const asha = openPage(server)
  const elements = asha.board.doc.getMap('elements')
  elements.set('large', 'a large picture of a cell')
  await expect.poll(() => asha.board.view().isSaved).toBe(true)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  let deletionsFail = true
  server.port.store = async (data) => {
    const { structs } = Y.decodeUpdate(data)
    if (structs.length > 0) return { refusal: { code: 'board_full', text: 'This board is full.' } }
    return deletionsFail ? failure : store(data)
  }
  elements.delete('large')
  elements.set('more', 'too much')
  await vi.advanceTimersByTimeAsync(1_000)
  expect(asha.board.view()).toMatchObject({ isSaved: false, problem: 'This board is full.', isLost })
  deletionsFail = false
  const { stores } = server.server
  await vi.advanceTimersByTimeAsync(delayMs)
  expect(server.server.stores).toBe(stores + 1)
  expect(asha.board.view()).toMatchObject({ isSaved: false, problem: 'This board is full.', isLost: false })
})

test.each([
  ['nothing', new Uint8Array()],
  ['an unknown kind', new Uint8Array([9, 1, 2])],
  ['half a change', new Uint8Array([1, 1, 1])],
  ['half a presence', new Uint8Array([2, 5])],
  ['a huge count', new Uint8Array([1, 1, 0x80, 0x94, 0xeb, 0xdc, 0x03, 1, 0])],
])('a message with %s changes nothing', async (_what, message) => {
  const server = startServer()
  const asha = openPage(server)
  const [left, right] = createChannels()
  asha.board.connect(left)
  right.send(message.slice())
  const ravi = openPage(server)
  ravi.board.connect(right)
  ravi.write('still works')
  await expect.poll(asha.texts).toEqual(['still works'])
})
