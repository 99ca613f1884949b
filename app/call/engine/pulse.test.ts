import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createPulse, type Sending } from '#app/call/engine/pulse.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

function start() {
  const sent: unknown[] = []
  const received: Sending[] = []
  const own = { camera: false, microphone: true }
  let ticks = 0
  const channel = Object.assign(new EventTarget(), {
    readyState: 'open',
    send: (text: string) => void sent.push(JSON.parse(text)),
  })
  const pulse = createPulse({
    describe: () => own,
    onSending: (other) => void received.push(other),
    onTick: () => void (ticks += 1),
  })
  pulse.start(channel as unknown as RTCDataChannel)
  return { pulse, channel, own, sent, received, countTicks: () => ticks }
}

test('the pulse reports every second what this side sends, even when nothing has changed', () => {
  const { sent, pulse } = start()
  vi.advanceTimersByTime(3_000)
  const report = { camera: false, microphone: true }
  expect(sent).toEqual([report, report, report])
  pulse.stop()
  vi.advanceTimersByTime(3_000)
  expect(sent).toHaveLength(3)
})

test('a change is reported immediately, and only once', () => {
  const { sent, pulse, own } = start()
  vi.advanceTimersByTime(1_000)
  own.camera = true
  pulse.sendIfChanged()
  pulse.sendIfChanged()
  expect(sent.slice(1)).toEqual([{ camera: true, microphone: true }])
})

test('nothing is sent before the channel is open, but every second ticks', () => {
  const { sent, channel, countTicks } = start()
  channel.readyState = 'connecting'
  vi.advanceTimersByTime(2_000)
  expect(sent).toEqual([])
  expect(countTicks()).toBe(2)
})

test('reports of the other page are received, and messages of another shape are not', () => {
  const { channel, received } = start()
  const report = { camera: true, microphone: false, picture: 'paused' }
  for (const data of [JSON.stringify(report), '{"camera":"yes"}', 'no JSON']) {
    channel.dispatchEvent(new MessageEvent('message', { data }))
  }
  expect(received).toEqual([report])
})
