import { stat } from 'node:fs/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { audioFrameMs, loadRecording, play } from '#demo/answering/recording.ts'
import { recordingFile, recordingLoopMs } from '#demo/recording/recording-file.ts'

test('the recording is one loop of audio and video with regular key frames', async () => {
  const { audio, video } = await loadRecording()
  expect(audio).toHaveLength(recordingLoopMs / audioFrameMs)
  // RFC 6716, 3.1: configuration 31 has frames of 20 ms, and with code 3 the second byte has the number of frames.
  for (const { data } of audio) {
    const [first, second] = [data.readUInt8(0), data.readUInt8(1)]
    const packet = { configuration: first >> 3, code: first & 3, frames: second & 63 }
    expect(packet).toEqual({ configuration: 31, code: 3, frames: audioFrameMs / 20 })
  }
  expect(video[0]).toMatchObject({ timeMs: 0, isKey: true })
  expect(video.length).toBeGreaterThan((recordingLoopMs / 1_000) * 15)
  const keyFrameTimes = video.filter(({ isKey }) => isKey).map(({ timeMs }) => timeMs)
  const gaps = [...keyFrameTimes.slice(1), recordingLoopMs].map((timeMs, index) => timeMs - (keyFrameTimes[index] ?? 0))
  expect(Math.max(...gaps)).toBeLessThan(3_000)
  expect((await stat(recordingFile)).size).toBeLessThan(400_000)
})

const frames = [0, 100, 4_000, 4_100].map((timeMs) => ({
  kind: 'video' as const,
  timeMs,
  isKey: timeMs % 4_000 === 0,
  data: Buffer.alloc(1),
}))

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function startPlaying() {
  const sent: [number, number][] = []
  const player = play(frames, (frame, timeMs) => sent.push([frame.timeMs, Math.round(timeMs)]))
  return { sent, player }
}

test('each frame is sent when it is due, and the recording loops', () => {
  const { sent, player } = startPlaying()
  vi.advanceTimersByTime(recordingLoopMs + 50)
  expect(sent).toEqual([
    [0, 0],
    [100, 100],
    [4_000, 4_000],
    [4_100, 4_100],
    [0, recordingLoopMs],
  ])
  player.stop()
  vi.advanceTimersByTime(recordingLoopMs)
  expect(sent).toHaveLength(5)
})

test('a key frame request sends the next key frame immediately, and a repeated request is ignored', () => {
  const { sent, player } = startPlaying()
  vi.advanceTimersByTime(1_000)
  player.jumpToKeyFrame()
  player.jumpToKeyFrame()
  expect(sent.slice(2)).toEqual([[4_000, 1_000]])
  vi.advanceTimersByTime(1_000)
  player.jumpToKeyFrame()
  expect(sent.slice(3)).toEqual([
    [4_100, 1_100],
    [0, 2_000],
  ])
  player.stop()
})

test('frames missed during sleep are not sent later', () => {
  const { sent, player } = startPlaying()
  vi.spyOn(performance, 'now').mockReturnValueOnce(performance.now() + 60_000)
  vi.advanceTimersByTime(100)
  expect(sent.slice(1)).toEqual([[100, 60_000]])
  player.stop()
})
