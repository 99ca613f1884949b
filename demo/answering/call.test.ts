import { afterEach, expect, test, vi } from 'vitest'
import { RTCPeerConnection } from 'werift'
import { createCall } from '#demo/answering/call.ts'
import { beatEveryMs } from '#kernel/limits.ts'
import type { ClientMessage } from '#live/protocol.ts'
import type { Signal } from '#live/signal.ts'

const session = '0199c0de-0000-7000-8000-000000000001'
const cleanups: (() => unknown)[] = []

afterEach(async () => {
  for (const end of cleanups.splice(0)) await end()
})

function startCall() {
  const sentMessages: ClientMessage[] = []
  let isOver = false
  const call = createCall({
    session,
    send: (message) => void sentMessages.push(message),
    onEnd: () => void (isOver = true),
    log: { warn: (details: unknown) => Promise.reject(new Error(String(details))) } as never,
  })
  cleanups.push(() => call.receive({ type: 'gone', session }))
  const signals = () =>
    sentMessages.flatMap((message) => (message.type === 'signal' ? [JSON.parse(message.body) as Signal] : []))
  return {
    sentMessages,
    isOver: () => isOver,
    receive: call.receive,
    join: call.join,
    /** Confirms the join and the presence of the student. */
    confirmJoin(epoch = 1) {
      const ice = { servers: [], relayOnly: false }
      call.receive({ type: 'joined', session, side: 'expert', epoch, ice })
      call.receive({ type: 'peer', session, epoch: 1 })
    },
    receiveSignal: (body: Signal) => call.receive({ type: 'signal', session, epoch: 1, body: JSON.stringify(body) }),
    beats: () => sentMessages.flatMap((message) => (message.type === 'beat' ? [message] : [])),
    signals,
    currentId: () => signals().at(-1)?.from ?? '',
    answers: () => signals().filter(({ description }) => description),
  }
}

/** The student's connection, made with the same library. */
async function startWithOffer() {
  const connection = new RTCPeerConnection({ iceServers: [], iceAdditionalHostAddresses: ['127.0.0.1'] })
  cleanups.push(() => connection.close())
  const received = { audio: 0, video: 0 }
  connection.onTrack.subscribe(({ kind, onReceiveRtp }) =>
    onReceiveRtp.subscribe(() => void (received[kind as 'audio'] += 1)),
  )
  connection.addTransceiver('audio')
  connection.addTransceiver('video')
  connection.createDataChannel('pulse').stateChanged.subscribe(() => undefined)
  const offer = async (options = {}) => {
    await connection.setLocalDescription(await connection.createOffer(options))
    return { type: 'offer' as const, sdp: connection.localDescription?.sdp ?? '' }
  }
  return { connection, received, offer }
}

test('the demo expert joins, announces its id, answers an offer and sends audio and video', async () => {
  const expert = startCall()
  expert.join({ accept: true })
  expect(expert.sentMessages).toEqual([{ type: 'join', session, accept: true }])
  expert.confirmJoin()
  expect(expert.signals()).toEqual([{ from: expect.any(String), to: null }])

  const { connection, received, offer } = await startWithOffer()
  const description = await offer()
  expert.receiveSignal({ from: 's1', to: expert.currentId(), candidates: [{ candidate: '', sdpMid: '0' }] })
  expert.receiveSignal({ from: 's1', to: expert.currentId(), description })
  await expect.poll(() => expert.answers().length).toBe(1)
  const [answer] = expert.answers()
  expect(answer).toMatchObject({ from: expert.signals()[0]?.from, to: 's1' })
  await connection.setRemoteDescription({ type: 'answer', sdp: answer?.description?.sdp ?? '' })
  await expect.poll(() => Math.min(received.audio, received.video)).toBeGreaterThan(10)
  await expect.poll(() => expert.beats().at(-1)?.bytes).toBeGreaterThan(0)
  await expect.poll(() => expert.beats().at(-1)?.sent).toBeGreaterThan(1_000)
  expect(expert.beats().map(({ sequence }) => sequence)).toEqual(expert.beats().map((_, index) => index))
})

test('the demo expert reports the first media without waiting for the next heartbeat', async () => {
  const setTimer = vi.spyOn(globalThis, 'setInterval')
  cleanups.push(() => setTimer.mockRestore())
  const expert = startCall()
  const beats = setTimer.mock.results[setTimer.mock.calls.findIndex(([, everyMs]) => everyMs === beatEveryMs)]?.value
  clearInterval(beats)
  expert.confirmJoin()
  const { connection, offer } = await startWithOffer()
  expert.receiveSignal({ from: 's1', to: expert.currentId(), description: await offer() })
  await expect.poll(() => expert.answers().length).toBe(1)
  await connection.setRemoteDescription({ type: 'answer', sdp: expert.answers()[0]?.description?.sdp ?? '' })
  await expect.poll(() => expert.beats()).toMatchObject([{ sequence: 0, bytes: expect.any(Number) }])
  expect(expert.beats()[0]?.bytes).toBeGreaterThan(0)
})

test('a screen share added during the call is answered on the same connection, and audio continues', async () => {
  const expert = startCall()
  expert.confirmJoin()
  const { connection, received, offer } = await startWithOffer()
  const pulse = connection.createDataChannel('another pulse')
  const currentId = expert.currentId()
  const renegotiate = async (answers: number) => {
    expert.receiveSignal({ from: 's1', to: currentId, description: await offer() })
    await expect.poll(() => expert.answers().length).toBe(answers)
    const sdp = expert.answers().at(-1)?.description?.sdp ?? ''
    await connection.setRemoteDescription({ type: 'answer', sdp })
    return sdp.match(/^m=\w+/gm)
  }
  expect(await renegotiate(1)).toEqual(['m=audio', 'm=video', 'm=application'])
  await expect.poll(() => received.audio).toBeGreaterThan(10)
  pulse.send(JSON.stringify({ camera: true, microphone: true, screen: true, audioOnly: false, more: 1 }))
  connection.addTransceiver('video')
  expect(await renegotiate(2)).toEqual(['m=audio', 'm=video', 'm=application', 'm=video'])
  const before = received.audio
  await expect.poll(() => received.audio).toBeGreaterThan(before + 10)
  expect(expert.currentId()).toBe(currentId)
})

test('a signal to another id or to no id is answered with the id of the expert', () => {
  const expert = startCall()
  expert.confirmJoin()
  const greeting = { from: expert.currentId(), to: 's1' }
  expert.receiveSignal({ from: 's1', to: 'another' })
  expert.receiveSignal({ from: 's1', to: null })
  expert.receiveSignal({ from: 's1', to: expert.currentId() })
  return expect.poll(() => expert.signals().slice(1)).toEqual([greeting, greeting])
})

test('a new student connection is answered with the same id, an ICE restart with a new id', async () => {
  const expert = startCall()
  expert.confirmJoin()
  const [first, second] = [await startWithOffer(), await startWithOffer()]
  const currentId = expert.currentId()
  expert.receiveSignal({ from: 's1', to: currentId, description: await first.offer() })
  expert.receiveSignal({ from: 's2', to: currentId, description: await second.offer() })
  await expect
    .poll(() => expert.answers().map(({ from, to }) => [from, to]))
    .toEqual([
      [currentId, 's1'],
      [currentId, 's2'],
    ])
  await second.connection.setRemoteDescription(expert.answers()[1]?.description ?? { type: 'answer', sdp: '' })
  expert.receiveSignal({ from: 's2', to: currentId, description: await second.offer({ iceRestart: true }) })
  await expect.poll(() => expert.currentId()).not.toBe(currentId)
  expect(expert.signals().at(-1)).toEqual({ from: expert.currentId(), to: 's2' })
})

test('heartbeat sequences restart after another join', () => {
  vi.useFakeTimers()
  cleanups.push(() => vi.useRealTimers())
  const expert = startCall()
  expert.confirmJoin()
  vi.advanceTimersByTime(beatEveryMs)
  expert.join()
  expert.confirmJoin(2)
  vi.advanceTimersByTime(beatEveryMs)
  expect(expert.beats()).toMatchObject([
    { epoch: 1, sequence: 0, bytes: 0 },
    { epoch: 2, sequence: 0, bytes: 0 },
  ])
})

test('the call ends when the session is gone or the join is refused, but not on other refusals', () => {
  const [gone, refused] = [startCall(), startCall()]
  gone.receive({ type: 'gone', session })
  expect(gone.isOver()).toBe(true)
  refused.receive({ type: 'refused', what: 'hang_up', session, text: '' })
  expect(refused.isOver()).toBe(false)
  refused.receive({ type: 'refused', what: 'join', session, text: '' })
  expect(refused.isOver()).toBe(true)
})

test('the demo expert hangs up after ten minutes and repeats that until the session is gone', () => {
  vi.useFakeTimers()
  cleanups.push(() => vi.useRealTimers())
  const expert = startCall()
  expert.confirmJoin()
  const hangUps = () => expert.sentMessages.filter(({ type }) => type === 'hang_up').length
  vi.advanceTimersByTime(10 * 60_000)
  expect(hangUps()).toBe(0)
  vi.advanceTimersByTime(4_000)
  expect(hangUps()).toBe(2)
  expert.receive({ type: 'gone', session })
  vi.advanceTimersByTime(4_000)
  expect(hangUps()).toBe(2)
})
