import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { openCall } from '#app/call/engine/call.ts'
import { sharedMs, chooseCallScreen } from '#app/call/engine/call-screen.ts'
import type { SessionState } from '#domain/sessions/states.ts'
import type { LiveClient } from '#live/client.ts'
import type { ClientMessage, ServerMessage } from '#live/protocol.ts'

const sessionId = '0199c0de-0000-7000-8000-000000000001'
const greeting: ServerMessage = { type: 'hello', build: 'b1', you: null }
const tooLate: ServerMessage = { type: 'refused', what: 'join', session: sessionId, text: 'Too late.' }
const firstMeter: Extract<ServerMessage, { type: 'meter' }> = {
  type: 'meter',
  session: sessionId,
  phase: 'live',
  liveMs: 0,
  heldMs: 300_000,
  leftMs: null,
  endsBy: 'money',
  warning: null,
}
let calls: ReturnType<typeof openCall>[] = []

/** Media from a fake device. */
class Media {
  stopped = 0
  getTracks = () => [
    { kind: 'audio', enabled: true, stop: () => (this.stopped += 1), addEventListener: () => undefined },
  ]
}

beforeEach(() => vi.stubGlobal('MediaStream', Media))
afterEach(() => {
  for (const call of calls.splice(0)) call.close()
  vi.unstubAllGlobals()
})

/** A fake socket. The test sends the messages of the server. */
function createSocket() {
  const sentMessages: ClientMessage[] = []
  const listeners = new Set<(message: ServerMessage) => void>()
  const watchers = new Set<(state: never) => void>()
  const check = vi.fn<() => void>()
  const live: Pick<LiveClient, 'send' | 'listen' | 'watch' | 'check'> = {
    check,
    send: (message) => sentMessages.push(message) > 0,
    listen(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    watch(_topic, onState) {
      watchers.add(onState)
      return () => watchers.delete(onState)
    },
  }
  return {
    live,
    check,
    types: () => sentMessages.map(({ type }) => type),
    joins: () => sentMessages.filter(({ type }) => type === 'join').map((join) => 'accept' in join && join.accept),
    receive: (message: ServerMessage) => listeners.forEach((listener) => listener(message)),
    setState: (state: SessionState) => watchers.forEach((onState) => onState({ state } as never)),
    publishSession: (session: object) => watchers.forEach((onState) => onState(session as never)),
  }
}

const shownMs = (call: ReturnType<typeof openCall>) => sharedMs(call.view().meter, performance.now())

function acceptCall({ live }: ReturnType<typeof createSocket>) {
  const call = openCall(live, { sessionId, side: 'expert', callType: 'audio', isAccepting: true })
  calls.push(call)
  return call
}

test('accepting a call that another tab has accepted shows that it is elsewhere, and closes the devices', async () => {
  const media = new Media()
  const opening = Promise.withResolvers<Media>()
  vi.stubGlobal('navigator', {
    mediaDevices: { getUserMedia: () => opening.promise, addEventListener: () => undefined },
  })
  const socket = createSocket()
  const call = acceptCall(socket)
  socket.setState('connecting')
  socket.receive(tooLate)
  expect(chooseCallScreen(call.view())).toBe('elsewhere')
  opening.resolve(media)
  await expect.poll(() => media.stopped).toBe(1)
  expect(call.view().local).toBeNull()
  socket.receive(greeting)
  expect(socket.joins()).toEqual([true])
})

test('accepting a cancelled call shows that it was cancelled', () => {
  const socket = createSocket()
  const call = acceptCall(socket)
  socket.receive(tooLate)
  socket.setState('cancelled')
  expect(chooseCallScreen(call.view())).toBe('unanswered')
})

test('after a reconnect during Accept, the call waits for the session state before it joins again', () => {
  const [acceptArrived, acceptLost] = [createSocket(), createSocket()]
  for (const socket of [acceptArrived, acceptLost]) {
    acceptCall(socket)
    socket.setState('ringing')
    socket.receive(greeting)
    expect(socket.joins()).toEqual([true])
  }
  acceptArrived.setState('connecting')
  acceptLost.setState('ringing')
  expect(acceptArrived.joins()).toEqual([true, undefined])
  expect(acceptLost.joins()).toEqual([true, true])
  acceptArrived.setState('live')
  expect(acceptArrived.joins()).toHaveLength(2)
})

test('without meter replies the page shows reconnecting, stops its clock and checks the connection', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const socket = createSocket()
  const call = acceptCall(socket)
  socket.setState('live')
  const receiveMeter = (liveMs: number) => socket.receive({ ...firstMeter, liveMs })
  for (let liveMs = 0; liveMs <= 6_000; liveMs += 2_000) {
    receiveMeter(liveMs)
    await vi.advanceTimersByTimeAsync(2_000)
  }
  expect(chooseCallScreen(call.view())).toBe('connected')
  expect(shownMs(call)).toBe(6_000)
  await vi.advanceTimersByTimeAsync(3_000)
  expect(chooseCallScreen(call.view())).toBe('reconnecting')
  expect(shownMs(call)).toBe(6_000)
  expect(socket.check).toHaveBeenCalledOnce()
  receiveMeter(6_000)
  expect(chooseCallScreen(call.view())).toBe('connected')
})

test('a low balance warning stays until money is added, even when an interruption adds some seconds', () => {
  const socket = createSocket()
  const call = acceptCall(socket)
  socket.publishSession({ state: 'live', minuteMs: 60_000 })
  socket.receive({ ...firstMeter, leftMs: 60_000, warning: 1 })
  socket.receive({ ...firstMeter, leftMs: 65_000 })
  expect(call.view().warning).toBe(1)
  socket.receive({ ...firstMeter, leftMs: 200_000 })
  expect(call.view().warning).toBeNull()
})

test('a hang-up that is refused because the server is busy is sent again after a second, until the call is closed', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const socket = createSocket()
  const call = acceptCall(socket)
  socket.setState('live')
  call.hangUp()
  const refuse = () => socket.receive({ type: 'refused', what: 'hang_up', session: sessionId, text: 'Too busy.' })
  refuse()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(socket.types().filter((type) => type === 'hang_up')).toHaveLength(2)
  refuse()
  call.close()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(socket.types().filter((type) => type === 'hang_up')).toHaveLength(2)
})

test('a hang-up that was lost is sent again on the next socket', () => {
  const socket = createSocket()
  const call = acceptCall(socket)
  socket.setState('live')
  call.hangUp()
  socket.receive(greeting)
  expect(socket.types()).toEqual(['join', 'hang_up', 'hang_up'])
})
