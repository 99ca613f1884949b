import { expect, onTestFinished, test, vi } from 'vitest'
import { createLineWatch, type Line } from '#app/call/engine/line-watch.ts'

function openLine() {
  const line = {
    bytesReceived: 0,
    bytesSent: 0,
    nominated: true,
    currentRoundTripTime: 0.04,
    availableOutgoingBitrate: 2_000_000,
  }
  const voice = { totalSamplesReceived: 0, concealedSamples: 0, silentConcealedSamples: 0 }
  const onFirstMedia = vi.fn<() => void>()
  const restart = vi.fn<() => void>()
  const onSilent = vi.fn<() => void>()
  let rated: Line | undefined
  const getStats = async () =>
    new Map([
      ['pair', { id: 'pair', type: 'candidate-pair', ...line }],
      ['voice', { id: 'voice', type: 'inbound-rtp', ...voice }],
    ])
  const connection = { id: 'one', peer: { getStats }, restart }
  const watch = createLineWatch({
    side: 'student',
    connection: () => connection as never,
    wantedPicture: () => 'camera',
    onFirstMedia,
    onRated: (changed) => (rated = changed),
    onSilent,
  })
  return { line, voice, onFirstMedia, restart, onSilent, watch, rated: () => rated }
}

/** Starts the call with a clock that the test moves. */
async function startLine() {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const opened = openLine()
  opened.line.bytesReceived = 100
  vi.advanceTimersByTime(1_000)
  await opened.watch.checkStart()
  /** Lets seconds pass, with or without arriving media. */
  const pass = async (seconds: number, { isSilent = false } = {}) => {
    for (let second = 0; second < seconds; second += 1) {
      if (!isSilent) opened.line.bytesReceived += 1_000
      opened.voice.totalSamplesReceived += 48_000
      vi.advanceTimersByTime(1_000)
      await opened.watch.check()
    }
  }
  return { ...opened, pass }
}

test('the first media is reported once, even when two checks overlap', async () => {
  const { line, onFirstMedia, watch } = openLine()
  await watch.checkStart()
  expect(onFirstMedia).not.toHaveBeenCalled()
  line.bytesReceived = 100
  await Promise.all([watch.checkStart(), watch.checkStart()])
  line.bytesReceived = 200
  await watch.checkStart()
  expect(onFirstMedia).toHaveBeenCalledOnce()
})

test('media that a heartbeat has read first is reported, too', async () => {
  const { line, onFirstMedia, watch } = openLine()
  line.bytesReceived = 100
  await watch.readTraffic()
  await watch.checkStart()
  expect(onFirstMedia).toHaveBeenCalledOnce()
})

test('gaps in the voice are measured over some seconds, without silence that was not sent', async () => {
  const { voice, pass, rated } = await startLine()
  await pass(2)
  voice.concealedSamples += 24_000
  voice.silentConcealedSamples += 4_800
  await pass(3)
  expect(rated()?.concealedShare).toBeCloseTo(0.1)
  await pass(5)
  expect(rated()?.concealedShare).toBe(0)
})

test('a picture is paused while the other side reports gaps, and either side can request it', async () => {
  const { watch, pass, rated } = await startLine()
  await pass(2)
  expect(rated()?.picture.mode).toBe('sent')
  watch.setConcealedAtOther(0.2)
  await pass(12)
  expect(rated()?.picture.mode).toBe('paused')
  watch.setConcealedAtOther(0)
  watch.tryPicture()
  await pass(1)
  expect(rated()?.picture.mode).toBe('trying')
})

test('a silent connection is restarted after three seconds', async () => {
  const { restart, pass } = await startLine()
  await pass(5)
  await pass(2, { isSilent: true })
  expect(restart).not.toHaveBeenCalled()
  await pass(1, { isSilent: true })
  expect(restart).toHaveBeenCalledOnce()
})

test('each silence is reported once, before the restart', async () => {
  const { restart, onSilent, pass } = await startLine()
  await pass(5)
  expect(onSilent).not.toHaveBeenCalled()
  await pass(2, { isSilent: true })
  expect(onSilent).toHaveBeenCalledOnce()
  expect(restart).not.toHaveBeenCalled()
  await pass(5, { isSilent: true })
  expect(onSilent).toHaveBeenCalledOnce()
  await pass(1)
  await pass(2, { isSilent: true })
  expect(onSilent).toHaveBeenCalledTimes(2)
})

test('a connection that is silent just after a change of the network is restarted after two seconds', async () => {
  const { watch, restart, pass } = await startLine()
  await pass(5)
  watch.onNetworkChanged()
  await pass(3)
  expect(restart).not.toHaveBeenCalled()
  await pass(2, { isSilent: true })
  expect(restart).toHaveBeenCalledOnce()
})

test('drawing on a dead line does not count as a sign of life, and adds no media beat', async () => {
  const { line, watch, pass, rated } = await startLine()
  await pass(2)
  const { received } = watch.traffic()
  for (let second = 0; second < 4; second += 1) {
    // The board's channel retransmits; nothing arrives.
    line.bytesSent += 5_000
    await pass(1, { isSilent: true })
  }
  expect(rated()?.quality).toBe('lost')
  expect((await watch.readTraffic()).received).toBe(received)
})
